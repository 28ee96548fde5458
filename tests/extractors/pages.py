"""Pages made by hypothesis: bits of HTML in any order, closed or not, with and without text."""

from hypothesis import strategies as st

_BITS = [
    *("<div>", "</div>", "<p>", "</p>", "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td>", "</table>", "<br>"),
    *(
        "<a href=/>",
        "</a>",
        "<b>",
        "</b>",
        "<img>",
        "<form>",
        "<input>",
        "<h1>",
        "</h1>",
        "<body>",
        "</body>",
        "</html>",
    ),
    *("<script>var x = 1;</script>", "<noscript>", "</noscript>", "<p hidden>", "<svg>", "</svg>", "<template>"),
    *("<head>", "<title>Tea</title>", "</template>", "<!-- no -->", "\n", "<", "&amp;", "\x00"),
    *(
        "Home",
        "one two three. ",
        "Boil the water, and wait. ",
        "茶を入れる。",
        "Pour it slowly; then, at last, drink. ",
    ),
]

pages = st.lists(st.sampled_from(_BITS), max_size=60).map("".join)
"""HTML as no author would write it, and some that they would."""
