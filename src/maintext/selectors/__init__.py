"""CSS and XPath selectors -> elements of a page, and pages without some of them.

css          the text of a CSS selector -> steps
xpath        the text of an XPath of the simple kind -> steps
steps        what both are made of: tests of an element, and how it lies in the element before
matching     steps, page -> the rows of the elements that match
pruning      a page, selectors -> the page without the content of the elements that match
selection    `keep=` and `prune=` of `extract` -> the page that is read, and what is kept of it
"""
