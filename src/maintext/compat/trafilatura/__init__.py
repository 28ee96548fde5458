"""trafilatura's functions, done by maintext: `from maintext.compat import trafilatura` is the whole migration.

functions      the functions, with the signatures of trafilatura 2 (`parameters`, `settings`)
whole_page     which text small pages have, and `baseline`; `comments`: what readers wrote
extracted      what the functions return; its metadata is from `authors`, `dates` and `weak_claims`
body           the text as XML, text or HTML; `markdown` and `tei` are the other formats
"""

from maintext.compat.trafilatura.functions import (
    FormatError,
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extract_with_metadata,
    fetch_response,
    fetch_url,
    html2txt,
    load_html,
)
from maintext.compat.trafilatura.settings import use_config

__all__ = [
    "FormatError", "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata",
    "fetch_response", "fetch_url", "html2txt", "load_html", "use_config",
]  # fmt: skip
