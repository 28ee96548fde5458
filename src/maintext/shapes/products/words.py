"""Words that shops show beside prices and numbers, in lower case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from maintext import _core

LABELS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "sku": frozenset(
            "sku|asin|art|art nr|art no|artnr|artikelnr|artikel nr|artikelnummer|artikel nummer|article number|"
            "article no|item no|item number|item code|item id|item|product code|product id|product no|"
            "product number|product ref|prod code|catalog number|catalogue number|cat no|ref|réf|reference|"
            "référence|referencia|referência|riferimento|codice|codice prodotto|codice articolo|cod|cod produs|"
            "código|codigo|code|code produit|code article|bestellnr|bestell nr|bestellnummer|post id|listing id|"
            "ad id|lot number|anzeigen id|anzeigennr|anzeigencode|anzeigennummer|šifra|šifra izdelka|kód|"
            "kód produktu|kod|kod produktu|varenr|varenummer|artikkelnummer|artnummer|tuotenumero|код|код товара|"
            "артикул|арт|商品編號|商品编号|商品番号|貨號|型番|品番|상품번호|딜번호|상품코드".split("|")
        ),
        "brand": frozenset(
            "brand|brand name|marke|marca|marque|merk|märke|mærke|merke|značka|znamka|бренд|производитель|"
            "manufacturer|hersteller|fabricant|fabricante|fabrikant|produttore|producator|producător|producent|"
            "proizvajalec|proizvođač|výrobce|výrobca|gyártó|valmistaja|tillverkare|品牌|ブランド|メーカー|브랜드|제조사".split(
                "|"
            )
        ),
        "gtin": frozenset("ean|ean code|ean nr|gtin|upc|isbn|isbn 13|barcode|strichcode|штрихкод".split("|")),
    }
)
"""By field: the labels before its value, without marks."""

BEFORE_EARLIER_PRICE = tuple(
    "was|statt|instead of|rrp|uvp|list price|regular price|reg. price|before|prix conseillé|prezzo consigliato|"
    "au lieu de|antes| de|vorher|pvp|msrp|原價|定價|市價|정가|старая цена|listino|ursprungspreis|retail".split("|")
)
"""What a text before an earlier price ends with."""

NOT_THE_PRICE = tuple(
    "save|savi|spar|deliver|shipping|versand|livraison|spedizione|envío|frete|month|/mo|/ mo|/\u00a0mo|monat|mois|mese|"
    "install|minimum|доставк|кредит|рассрочк|運費|배송|적립|points|משלוח".split("|")
)
"""What the lines of other amounts have in them: delivery, rates, savings."""

UNAVAILABLE = tuple(
    "out of stock|sold out|currently unavailable|no longer available|not available|ausverkauft|nicht verfügbar|"
    "nicht lieferbar|non disponibile|esaurito|épuisé|rupture de stock|indisponible|agotado|no disponible|esgotado|"
    "indisponível|нет в наличии|缺貨|售完|売り切れ|在庫なし|품절|uitverkocht|niet op voorraad|slutsåld|udsolgt|"
    "brak w magazynie|niedostępn|vyprodáno|stoc epuizat|indisponibil|ni na zalogi|tükendi".split("|")
)
"""What products that can't be bought now are called."""

STRUCK_CLASSES = tuple("strike strikethrough striked struck rrp crossed uvp".split())
"""Class words of prices that are struck through."""


@lru_cache(maxsize=1)
def native_words() -> _core.ShopWords:
    """The words for the native core, which reads prices and numbers."""
    labels = [sorted(LABELS[field]) for field in ("sku", "brand", "gtin")]
    return _core.ShopWords(labels, BEFORE_EARLIER_PRICE, NOT_THE_PRICE, UNAVAILABLE)


@lru_cache(maxsize=2)
def struck_marks(*others: str) -> _core.Marks:
    """The class words of prices that are struck through, and others that mean the same."""
    return _core.Marks([(_core.word_hash(word, "class"), 0) for word in (*STRUCK_CLASSES, *others)])
