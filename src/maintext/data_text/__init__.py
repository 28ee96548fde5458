"""Text that a page has only as data, and shows after its scripts ran -> a page that shows it.

shadow           declarative shadow DOM -> elements like others
scripts          __NEXT_DATA__, __next_f, __NUXT__, JSON-LD -> values
prose            values -> the HTML of the longest text in them
using            a page of which little was kept -> the page with the text of its data or of its <noscript>
needs_scripts    a page without text -> whether its scripts would show it
"""
