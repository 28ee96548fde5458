"""Which link leads to the next page of an article, and which to something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.articles.next_page import find_next_page
from maintext.articles.page_numbers import is_next, numbered

SITE = "https://example.org"


def found(html: str, path: str = "/storm") -> str | None:
    following = find_next_page(maintext.parse(html), SITE + path)
    return None if following is None else following.url.removeprefix(SITE)


@pytest.mark.parametrize(
    ("current", "following"),
    [
        ("/storm", "/storm?page=2"),
        ("/storm", "/storm?page=1"),
        ("/storm?page=2", "/storm?page=3"),
        ("/storm?id=7", "/storm?id=7&page=2"),
        ("/storm/", "/storm/2/"),
        ("/storm/2/", "/storm/3/"),
        ("/storm", "/storm/page/2"),
        ("/storm.html", "/storm-2.html"),
        ("/storm-2.html", "/storm-3.html"),
        ("/storm.html", "/storm_p2.html"),
        ("/storm.html", "/storm,2.html"),
        ("/storm.html", "/storm-page2.html"),
        ("/2024/05/03/storm-2012", "/2024/05/03/storm-2012/2"),
        ("/top-10", "/top-10?page=2"),
        ("/top-10", "/top-10/2"),
        ("/reise/storm.html", "/reise/storm-seite-2.html"),
        ("/storm/", "/storm/index_2.html"),
        ("/storm/index.html", "/storm/index2.html"),
        ("/storm", "/storm?sida=2"),
    ],
)
def test_the_next_number_is_the_next_page(current: str, following: str) -> None:
    assert is_next(SITE + current, SITE + following)
    assert found(f'<p>Text.<a href="{following}">Next</a>', current) == following
    assert found(f'<link rel=next href="{following}"><p>Text.', current) == following


@pytest.mark.parametrize(
    ("current", "other"),
    [
        ("/story/1001", "/story/1002"),
        ("/storm?page=2", "/storm?page=4"),
        ("/storm?page=2", "/storm?page=1"),
        ("/storm", "/flood?page=2"),
        ("/storm", "/storm?page=7"),
        ("/storm", "/storm/comments"),
        ("/2024/05/03", "/2024/05/04/storm"),
    ],
)
def test_other_numbers_are_not(current: str, other: str) -> None:
    assert not is_next(SITE + current, SITE + other)
    assert found(f'<p>Text.<a href="{other}">Next</a>', current) is None


def test_a_row_of_numbers_leads_to_the_next() -> None:
    numbers = "".join(f'<a href="/storm?page={number}">{number}</a> ' for number in range(1, 6))
    assert found(f"<p>Text.</p><div>{numbers}</div>") == "/storm?page=2"
    assert found(f"<p>Text.</p><div>{numbers}</div>", "/storm?page=4") == "/storm?page=5"
    assert found(f"<p>Text.</p><div>{numbers}</div>", "/storm?page=5") is None


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/x/7f3a">Next page</a>',
        '<a href="/x/7f3a">Continue reading on the next page &raquo;</a>',
        '<a href="/x/7f3a">Weiter auf Seite 2</a>',
        '<a href="/x/7f3a">下一页</a>',
        '<a href="/x/7f3a"><img alt=""></a><a href="/x/7f3a" title="Next page">&raquo;</a>',
        '<a href="/storm?cont=7f3a" rel=next>&gt;</a>',
        '<a href="/x/7f3a">Page 2</a>',
    ],
)
def test_words_for_a_page_lead_to_it_without_a_number(link: str) -> None:
    following = find_next_page(maintext.parse(f"<p>Text.</p>{link}"), f"{SITE}/storm")
    assert following is not None
    assert not following.is_numbered


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/flood" rel=next>Next post: The flood</a>',
        '<link rel=next title="The flood" href="/flood">',
        '<a href="/flood" rel="next">The flood &rarr;</a>',
        '<a href="/storm-2" rel=next>Next article</a>',
        '<a href="/storm-2">Older posts</a>',
        '<a href="/storm?page=2" title="Next story">&raquo;</a>',
        '<a href="/storm?cpage=2">Next</a>',
        '<a href="/storm/comment-page-2">Next page</a>',
        '<a href="https://other.example/storm?page=2" rel=next>Next page</a>',
        '<a href="#page2">Next page</a>',
        '<a href="javascript:next()">Next page</a>',
        '<a href="/storm?page=2">The storm that took the roof off the town hall, and what came after it</a>',
        '<a href="/storm?page=2">Print</a>',
        '<a href="/storm?page=3">Page 3</a>',
    ],
)
def test_other_links_do_not(link: str) -> None:
    assert found(f"<p>Text.</p>{link}") is None


@pytest.mark.parametrize(
    "text",
    [
        *("Nächste", "Weiter »", "Suivant", "Siguiente ›", "Seguinte", "Próximo", "Avanti", "Prossima", "Volgende"),
        *("Nästa", "Næste", "Neste", "Seuraava", "Następna", "Další", "Ďalej", "Következő", "Sonraki", "Următoarea"),
        *("Следующая", "Далее →", "Вперёд", "Наступна", "Επόμενη", "التالي", "הבא", "次へ", "다음", "Tiếp theo"),
    ],
)
def test_next_is_known_in_many_languages(text: str) -> None:
    assert found(f'<p>Text.</p><a href="/storm/2">{text}</a>') == "/storm/2"
    assert found(f'<p>Text.</p><a href="/flood" rel=next>{text}</a>') is None


@pytest.mark.parametrize(
    "text",
    [
        *("Página 2", "Pagina 2", "Página seguinte", "Prossima pagina", "Następna strona", "Další strana"),
        *("Nästa sida", "Neste side", "Seuraava sivu", "Következő oldal", "2. oldal", "Sonraki sayfa"),
        *("Страница 2", "Наступна сторінка", "الصفحة التالية", "次ページ", "2ページ", "第2页", "后一页", "다음 페이지"),
    ],
)
def test_words_for_a_page_are_known_in_many_languages(text: str) -> None:
    following = find_next_page(maintext.parse(f'<p>Text.</p><a href="/x/7f3a">{text}</a>'), f"{SITE}/storm")
    assert following is not None


@pytest.mark.parametrize(
    "text",
    [
        *("Nächster Artikel", "Article suivant", "Publication suivante", "Siguiente noticia", "Próximo artigo"),
        *("Prossimo articolo", "Volgend bericht", "Następny artykuł", "Další článek", "Nästa artikel", "Neste innlegg"),
        *("Следующий пост", "Следующая новость", "下一条新闻", "次の記事", "다음 글", "الخبر التالي"),
    ],
)
def test_another_article_is_known_in_many_languages(text: str) -> None:
    assert found(f'<p>Text.</p><a href="/storm-2" rel=next>{text}</a>') is None


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/storm/2"><img src=arrow.png alt="Next"></a>',
        '<a href="/storm/2" title="Next page"><i class=icon></i></a>',
        '<a href="/storm/2" aria-label="Next"><svg></svg></a>',
    ],
)
def test_an_icon_is_known_by_its_name(link: str) -> None:
    assert found(f"<p>Text.</p>{link}") == "/storm/2"
    assert found(f"<p>Text.</p>{link.replace('Next', 'Print')}") is None


def test_the_next_number_is_found_among_gaps() -> None:
    links = '<a href="/storm">1</a> <a href="/storm?page=3">…</a> <b>5</b> <a href="/storm?page=6">6</a> … '
    assert found(f'<p>Text.</p>{links}<a href="/storm?page=9">9</a>', "/storm?page=5") == "/storm?page=6"
    assert found('<p>Text.</p><b>1</b> … <a href="/storm?page=9">9</a>') is None


def test_a_numbered_address_is_preferred_to_words() -> None:
    links = '<a href="/other">Continue reading</a><a href="/storm?page=2">2</a>'
    assert found(f"<p>Text.</p>{links}") == "/storm?page=2"


def test_references_are_resolved_like_links() -> None:
    assert found('<base href="/deep/"><a href="storm?page=2">2</a>', "/deep/storm") == "/deep/storm?page=2"
    assert found('<a href="?page=2&amp;utm_source=x">2</a>') == "/storm?page=2"


@given(st.text(max_size=60))
def test_no_address_does_harm(text: str) -> None:
    numbered(f"{SITE}/{text}")
    is_next(SITE, f"{SITE}/{text}")
    find_next_page(maintext.parse(f'<a href="{text}">Next</a>'), f"{SITE}/{text}")
