"""HTML -> HTML after its scripts have run, and what a browser lays out: boxes, fonts, colours. Needs maintext[render].

    rendered = render(html)
    rendered.page.texts()             the page as the browser has it, with the text that scripts wrote
    rendered.layout.width[row]        the box of an element, in the rows of the page table
    lay_out(page).font_size           the same columns of a page as it is, without its scripts

The browser is Chromium, driven by Playwright. It is offline unless the caller passes `answer`, which gives the response
to each request; everything else is blocked. A page has limits on time, memory and elements.
"""

from maintext.browser.layout import Layout
from maintext.browser.rendering import Answer, Rendered, RenderLimits, Resource, arender, lay_out, render

__all__ = ["Answer", "Layout", "RenderLimits", "Rendered", "Resource", "arender", "lay_out", "render"]
