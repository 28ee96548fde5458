"""Articles over several pages: the next page of an article is found, fetched and joined to the first.

extract_article(url)       the whole article, from its first page on
find_next_page(page, url)  the address of the next page of the same article
"""

from maintext.articles.following import Article, Following, aextract_article, extract_article
from maintext.articles.next_page import NextPage, find_next_page

__all__ = ["Article", "Following", "NextPage", "aextract_article", "extract_article", "find_next_page"]
