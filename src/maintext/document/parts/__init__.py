"""Document -> its parts: sections under their headings, chunks of a number of tokens, a shortened Markdown.

tokens            text -> about how many tokens of a language model it has
long_pieces       a piece of Markdown that is too long -> parts at sentences, rows, lines of code, words
sections          pieces -> the tree of headings with their text
chunks            pieces -> chunks with heading path, source span and a link to the place on the page
shortening        pieces -> Markdown of a number of tokens, and what was left out
text_fragments    a place on the page -> the `#:~:text=` link to it
"""
