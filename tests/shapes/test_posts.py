"""Posts of threads, found by their repeated structure."""

import json
import time

import numpy as np
import pytest

import maintext
from maintext.metadata.values.dates import shows_date
from maintext.shapes.posts import Post, Thread
from maintext.shapes.posts.reading import followed, read_posts

TEXTS = (
    "Does anybody know how long the leaves have to stay in the hot water?",
    "Four minutes for black tea, and two for green tea if the water is not boiling.",
    "Nope.",
    "I agree with the second answer, although my grandmother always waited longer than that.",
)
NAMES = ("Kim", "Robin1987", "tea_lover", "Kim")


def posts_of(html: str, page_type: str | None = "forum") -> tuple[Post, ...]:
    return thread_of(html, page_type).posts


def thread_of(html: str, page_type: str | None = "forum") -> Thread:
    doc = maintext.extract(html, by="all")
    return read_posts(doc.page, doc.keep, lambda: doc.structured, page_type)


def thread(template: str, **marks: str) -> str:
    numbers = range(len(TEXTS))
    inside = "".join(template.format(name=NAMES[n], text=TEXTS[n], day=n + 4, n=n, odd=n % 2) for n in numbers)
    before = marks.get("before", "<h1>How long?</h1>")
    return f'<nav><a href="/">Home</a></nav>{before}{marks.get("open", "")}{inside}{marks.get("close", "")}'


DIVS = """<div class="post row{odd}"><a class="username" href="/u/{name}">{name}</a> <span>Joined: Jan 2019</span>
    <a href="#post-{n}"><time datetime="2026-05-0{day}T10:00">{day}. May 2026</time></a>
    <div class="body"><p>{text}</p></div><a href="/reply">Reply</a> <a href="/quote">Quote</a></div>"""
ROWS = """<tr><td><b><a href="/members/{name}">{name}</a></b> wrote on 0{day}.05.2026, 10:30:</td></tr>
    <tr><td class="text">{text}</td></tr>"""


@pytest.mark.parametrize(
    "html",
    [
        thread(DIVS),
        thread(ROWS, open="<table>", close="</table>"),
        thread(DIVS.replace("div", "li"), open="<ul>", close="</ul>"),
    ],
    ids=["divs", "rows of a table", "items of a list"],
)
def test_posts_have_text_author_and_date(html: str) -> None:
    posts = posts_of(html)
    assert [post.text for post in posts] == list(TEXTS)
    assert [post.author for post in posts] == list(NAMES)
    assert [post.date for post in posts] == [f"2026-05-0{n + 4}" for n in range(4)]


def test_posts_that_are_items_of_a_list_have_no_mark_of_it() -> None:
    item = f"<li{DIVS.removeprefix('<div').removesuffix('</div>')}</li>"
    plain = posts_of(thread(item, open="<ol>", close="</ol>"))
    assert [post.markdown for post in plain] == list(TEXTS)
    with_list = item.replace("</p>", "</p><ul><li>black tea number {n}<li>green tea number {n}</ul>")
    for n, post in enumerate(posts_of(thread(with_list, open="<ol>", close="</ol>"))):
        lines = [line for line in post.markdown.split("\n") if line]
        assert lines == [TEXTS[n], f"- black tea number {n}", f"- green tea number {n}"]


def test_posts_have_links_and_the_date_as_shown() -> None:
    post = posts_of(thread(DIVS))[1]
    assert (post.link, post.author_link, post.date_shown) == ("#post-1", "/u/Robin1987", "5. May 2026")
    assert json.loads(json.dumps(post.to_dict()))["author"] == "Robin1987"


def test_days_on_which_authors_joined_are_not_dates_of_posts() -> None:
    joined = iter(["12.11.2009", "01.02.2020", "30.06.2001", "24.12.2015"])
    html = thread(
        DIVS.replace('<time datetime="2026-05-0{day}T10:00">{day}. May 2026</time>', "<i>0{day}.05.2026 10:00</i>")
    )
    parts = html.split("Joined: Jan 2019")
    html = parts[0] + "".join(f"Joined: <i>{next(joined)}</i>{part}" for part in parts[1:])
    assert [post.date for post in posts_of(html)] == [f"2026-05-0{n + 4}" for n in range(4)]


def test_dates_of_new_posts_may_be_in_another_element_than_those_of_old_ones() -> None:
    joined = ["12.11.09", "01.02.20", "30.06.01", "24.12.15"]
    date = "<{tag} class=when>0{day}.05.26</{tag}>"
    post = '<div class="post"><b class="author">{name}</b> <i>{joined}</i> {date}<div class="body">{text}</div></div>'
    numbers = range(len(TEXTS))
    dates = [date.format(tag=("span", "abbr")[n // 2], day=n + 4) for n in numbers]
    posts = posts_of(
        "".join(post.format(name=NAMES[n], joined=joined[n], date=dates[n], text=TEXTS[n]) for n in numbers)
    )
    assert [post.date_shown for post in posts] == [f"0{n + 4}.05.26" for n in numbers]


def test_a_badge_or_a_state_is_not_an_author() -> None:
    post = "<div class=post><dl><dt><strong>{name}</strong></dt></dl> <time>{day}. May 2026</time><p class=t>{text}</p>"
    post += "<p><span>Offline</span></p></div>"
    html = "".join(post.format(name=NAMES[n], day=n + 4, text=TEXTS[n]) for n in (0, 1))
    assert [post.author for post in posts_of(html)] == list(NAMES[:2])


def test_a_first_post_that_is_shown_in_another_way_is_a_post() -> None:
    text = "My tea tastes of nothing at all, what do I do wrong here?"
    question = f'<section><p>Asked by <a href="/u/Sam">Sam</a></p><p>{text}</p></section>'
    posts = posts_of(thread(DIVS, before=f"<h1>How long?</h1>{question}"))
    assert len(posts) == 5
    assert posts[0].text.endswith(text)


QUESTION = "<section><div class=by><a href=/u/Sam>Sam</a> <time>3. May 2026</time></div><p>{}</p></section>"
ASKED = "My tea tastes of nothing at all, what do I do wrong here?"


def first_of_long_texts(html: str) -> Post:
    """The first post if blocks of more than five words are kept."""
    page = maintext.parse(html)
    return read_posts(page, page.blocks.words > 5, tuple, "forum").posts[0]


def test_the_author_and_the_date_beside_the_heading_are_those_of_the_first_post() -> None:
    header = "<header><h1>How long?</h1><p><a href=/u/Sam>Sam</a> <time>3. May 2026</time></p></header>"
    first = first_of_long_texts(thread(DIVS, before=f"<main>{header}<p>{ASKED}</p>"))
    assert (first.text, first.author, first.author_link, first.date) == (ASKED, "Sam", "/u/Sam", "2026-05-03")


def test_the_first_post_may_be_before_the_heading_of_a_dialog() -> None:
    dialog = "<div class=modal><h1>Report this post?</h1><p>Yes</p></div>"
    question = QUESTION.format(ASKED)
    first = first_of_long_texts(thread(DIVS, before=f"<h1>Tea.example</h1>{question}{dialog}"))
    assert (first.text, first.author, first.date) == (ASKED, "Sam", "2026-05-03")


def test_text_of_the_element_around_the_posts_is_not_the_first_post() -> None:
    loose = "<h1>Tea</h1><main>All about tea, its leaves, its water and its cups. "
    assert [post.text for post in posts_of(thread(DIVS, before=loose))] == list(TEXTS)


def test_a_post_without_a_date_has_its_text_and_not_what_is_beside_it() -> None:
    panel = "<div class=user>Registered user, has written so many posts: {n}</div>"
    post = DIVS.replace("<span>Joined: Jan 2019</span>", panel).replace("<p>{text}</p>", "{text}")
    html = thread(post).replace('<time datetime="2026-05-04T10:00">4. May 2026</time>', "yes")
    assert [post.text for post in posts_of(html)] == list(TEXTS)


def test_other_parts_of_the_page_with_elements_like_those_of_posts_are_not_posts() -> None:
    sidebar = '<table><tr><td><div class="body">Some words about the forum and its rules.</div></table>'
    own = DIVS.replace("<p>{text}</p>", "{text}")
    assert [post.text for post in posts_of(thread(own, close=f"<aside>{sidebar}</aside>"))] == list(TEXTS)


def test_people_of_different_ranks_may_have_written_half_of_the_posts_each() -> None:
    post = """<div class="post"><i><a class="username {rank}" href="/members/{name}">{name}</a></i> <b>Theorist</b>
        <time>{day}. May 2026</time><div class="body"><p>{text}</p></div></div>"""
    people = ("gold", "David27"), ("plain", "Flood")
    own = [
        post.format(rank=people[n % 2][0], name=people[n % 2][1], day=n + 4, text=f"{TEXTS[n % 4]} {n}")
        for n in range(6)
    ]
    assert [post.author for post in posts_of("".join(own))] == ["David27", "Flood"] * 3


def test_nested_comments_name_the_one_they_answer() -> None:
    def comment(n: int, inside: str = "") -> str:
        own = f'<b class="author">{NAMES[n]}</b> <time>{n + 2} days ago</time><p class="t">{TEXTS[n]}</p>'
        return f'<li><div class="c">{own}</div><ul>{inside}</ul></li>'

    html = f'<h1>Tea</h1><ol class="comments">{comment(0, comment(1, comment(2)))}{comment(3)}</ol>'
    assert [post.reply_to for post in posts_of(html, "article")] == [None, 0, 1, None]


def test_a_page_of_questions_names_the_question_and_the_accepted_answer() -> None:
    html = thread(DIVS).replace('class="post row1"', 'class="post row1" itemprop="acceptedAnswer"', 1)
    html = html.replace("<h1>", '<h1 itemscope itemtype="https://schema.org/Question">')
    assert [post.kind for post in posts_of(html)][:3] == ["question", "accepted answer", "post"]


def test_posts_of_structured_data_are_used_where_the_page_shows_none() -> None:
    comments = [
        {"@type": "Comment", "text": text, "author": {"name": name}} for text, name in zip(TEXTS, NAMES, strict=True)
    ]
    node = {
        "@type": "DiscussionForumPosting",
        "text": "A question.",
        "datePublished": "2026-05-04",
        "comment": comments,
    }
    posts = posts_of(f'<script type="application/ld+json">{json.dumps(node)}</script><p>Loading</p>')
    assert [post.author for post in posts] == [None, *NAMES]
    assert posts[0].date == "2026-05-04"


def test_questions_of_an_faq_are_not_posts() -> None:
    node = {
        "@type": "FAQPage",
        "mainEntity": [{"@type": "Question", "acceptedAnswer": {"@type": "Answer", "text": text}} for text in TEXTS],
    }
    assert posts_of(f'<script type="application/ld+json">{json.dumps(node)}</script><p>Loading</p>', "service") == ()


def test_teasers_with_names_and_dates_below_an_article_are_not_posts() -> None:
    assert posts_of(thread(DIVS), "article") == ()
    assert len(posts_of(thread(DIVS, open='<div class="comments">', close="</div>"), "article")) == 4


def test_written_posts_have_author_and_date_before_each_and_a_rule_between() -> None:
    doc = maintext.extract(thread(DIVS), by="all")
    assert doc.posts
    written = doc.write_posts()
    assert "**Robin1987** · 5. May 2026\n\nFour minutes" in written
    assert written.count("\n\n---\n\n") == 3
    assert "Reply" not in written


def test_a_document_that_follows_its_posts_has_all_of_them_and_no_controls() -> None:
    doc = maintext.extract(thread(DIVS), by="all")
    found = read_posts(doc.page, doc.keep, tuple, "forum")
    texts = doc.page.texts()
    keep = np.array([text in TEXTS[:2] or text == "Reply Quote" for text in texts])
    assert doc.page.texts(followed(doc.page, keep, found)) == [*TEXTS, "Reply Quote"]
    # Posts with little of what was kept are doubtful, and change nothing.
    other = np.zeros_like(doc.keep)
    other[0] = True
    assert followed(doc.page, other, found) is other


def test_dates_differ_from_other_numbers() -> None:
    assert all(
        map(shows_date, ["5. Mai 2026", "2 days ago", "vor 3 Tagen", "Yesterday at 10:30", "2026年5月4日", "May 4"])
    )
    assert not any(map(shows_date, ["4 out of 5", "12 replies", "Reply", "v1.2", "Room 4"]))


HOSTILE = {
    "unlike": '<div class="p{0}"><b class="u{0}">x{0}</b><time>May 1, 2026</time><p class="t{0}">hello {0}</p></div>',
    "votes": "<li class=c><b class=user>n{0}</b> <time>May 1, 2026</time><i class=votes>{0}</i><p class=t>hi {0}</p>",
    "undated": "<section><p class=t>text number {0}</p></section>",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_many_posts_are_bounded_in_number_and_cost(kind: str) -> None:
    first = "".join(f"<div><time>May {n}, 2026</time><p class=t>a b {n}</p></div>" for n in (1, 2))
    times = []
    for n_posts in (4_000, 32_000):
        html = first + "".join(HOSTILE[kind].format(number) for number in range(n_posts))
        doc = maintext.extract(html, by="all")
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            posts = read_posts(doc.page, doc.keep, tuple, "forum").posts
            best = min(best, time.process_time() - start)
        assert len(posts) <= 1_100
        times.append(best)
    # Eight times the page may take about eight times as long; without bounds it would be 64 times.
    assert times[1] <= 30 * times[0]
