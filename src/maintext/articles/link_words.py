"""What links to a next page, and to a next article, say in many languages.

The words are combined: "next" beside "page" is a link to the next page, "next" beside "article" one to another article,
and "next" alone is either.

>>> speaks_of_page("Nächste Seite", 2), speaks_of_page("第2页", 2), speaks_of_page("Page 3", 2)
(True, True, False)
>>> speaks_of_other_article("Artículo siguiente"), speaks_of_other_article("Siguiente")
(True, False)
>>> is_next_alone("Weiter »"), is_next_alone("→"), is_next_alone("The flood →")
(True, True, False)
"""

from __future__ import annotations

import re

_NEXT = (
    r"next|weiter|vor|nächste[rs]?|suivante?|siguiente|próxim[ao]|seguinte|avançar|següent|successiv[ao]|avanti"
    r"|prossim[ao]|seguente|volgende?|verder|nästa|næste|neste|seuraava|następn[aey]|dalej|další|následující"
    r"|ďalši[ae]|ďalší|ďalej|következő|tovább|sonraki|ileri|următo(?:area|rul|are|r)|sljedeć[ai]|sledeć[ai]"
    r"|далее|дальше|следующ(?:ая|ий|ее)|впер[её]д|наступн(?:а|ий|е)|далі|следващ[аи]|επόμεν[ηο]"
    r"|التالية?|بعدی|הבאה?|次へ|次の?|下一步?|後一|后一|다음|tiếp(?: theo)?|berikutnya|selanjutnya|ถัดไป"
)
PAGE = (
    r"page|seite|pagina|página|pàgina|side|sida|sidan|sivu|strona|strana|stránka|stranica|oldal|sayfa|trang|halaman"
    r"|страниц[аеу]|стр\.?|сторінк[ау]|σελίδα|(?:ال)?صفحة|صفحه|עמוד|דף|ページ|页|頁|페이지|หน้า"
)
"""A pattern of the names of a page."""
_ARTICLE = (
    r"article|post|story|entry|news|chapter|issue|topic|thread|up|artikel|beitrag|meldung|nachricht|eintrag|billet"
    r"|publication|actualité|artículo|entrada|noticia|publicación|nota|artigo|notícia|postagem|publicação|article"
    r"|articolo|notizia|bericht|inlägg|indlæg|innlegg|artikk?eli?|artykuł|wpis|wiadomość|článek|článok|příspěvek"
    r"|cikk|bejegyzés|yazı|haber|makale|articol(?:ul)?|članak|vijest|статья|запись|новость|пост|публикация|материал"
    r"|стаття|новина|публікація|статия|новина|άρθρο|ανάρτηση|(?:ال)?مقالة?|(?:ال)?خبر|כתבה|פוסט|מאמר|記事|投稿"
    r"|篇|条|條|则|則|章|글|기사|게시[물글]|bài(?: viết)?|berita"
)
_GAP = r"[\W_]{0,3}"
_NEXT_ALONE = re.compile(rf"(?:{_NEXT})?[\s»›>→▶⟩\-]*", re.IGNORECASE)
_OTHER_ARTICLE = re.compile(
    rf"(?<!\w)(?:{_NEXT}){_GAP}(?:{_ARTICLE})|(?<!\w)(?:{_ARTICLE}){_GAP}(?:{_NEXT})(?!\w)"
    r"|(?:read|watch|see) next|newer|older|previous",
    re.IGNORECASE,
)
_NEXT_PAGE = re.compile(
    rf"(?<!\w)(?:{_NEXT}){_GAP}(?:{PAGE})|(?<!\w)(?:{PAGE}){_GAP}(?:{_NEXT})(?!\w)"
    r"|(?:go|on|continued?|turn) to (?:the )?page(?! \d)|continue reading|keep reading|read on|continued"
    r"|weiterlesen|lire la suite|suite de l'article|seguir leyendo|continuar leyendo|continua a leggere"
    r"|continue lendo|lees verder|läs vidare|czytaj dalej|читать дальше|続きを読む",
    re.IGNORECASE,
)
_NUMBERED_PAGE = re.compile(
    rf"(?<!\w)(?:{PAGE})\s*(\d{{1,2}})(?!\d)|(?<!\d)(\d{{1,2}})\s?(?:ページ|页|頁|페이지|\. (?:oldal|sayfa|sivu))",
    re.IGNORECASE,
)


def is_next_alone(text: str) -> bool:
    """Whether a text is "Next" or an arrow, and nothing else."""
    return bool(text) and _NEXT_ALONE.fullmatch(text) is not None


def speaks_of_other_article(label: str) -> bool:
    """Whether a text speaks of another article."""
    return _OTHER_ARTICLE.search(label) is not None


def speaks_of_page(label: str, number: int) -> bool:
    """Whether a text speaks of the next page, which has a number; one that names another number does not."""
    named = _NUMBERED_PAGE.search(label)
    if named is not None:
        return int(named[1] or named[2]) == number
    return _NEXT_PAGE.search(label) is not None
