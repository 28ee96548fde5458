"""Pages made up for training: a template a site, text from a few words, menus and footers around it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from maintext.corpus import LabelledPage

WORDS = ["rain", "river", "bridge", "night", "people", "hill", "water", "town", "came", "went", "said", "heavy"]
LINKS = ["home", "news", "sport", "weather", "contact", "about", "help", "jobs", "shop", "login", "privacy"]


def sentences(random: random.Random, n_sentences: int) -> str:
    made = (" ".join(random.choices(WORDS, k=random.randint(6, 14))) for _ in range(n_sentences))
    return " ".join(f"{sentence.capitalize()}, {random.choice(WORDS)}." for sentence in made)


def made_page(number: int) -> LabelledPage:
    own = random.Random(number)
    site = number % 6
    text = [sentences(own, own.randint(2, 5)) for _ in range(own.randint(3, 7))]
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in own.sample(LINKS, 5 + site))
    footer = "".join(f"<div><span>{word} {number}</span></div>" for word in own.sample(LINKS, 4))
    body = "".join(f"<p>{paragraph}</p>" for paragraph in text)
    html = f"<body>{'<div>' * site}<ul>{menu}</ul><main>{body}</main>{footer}{'</div>' * site}</body>"
    return LabelledPage("made", str(number), html.encode(), "\n".join(text), url=f"https://site{site}.example/{number}")


def made_thread(number: int) -> LabelledPage:
    """A page of a forum: what people wrote is its text."""
    own = random.Random(number)
    posts = [sentences(own, own.randint(1, 3)) for _ in range(own.randint(4, 9))]
    menu = "".join(f"<a href=/{word}>{word}</a> " for word in own.sample(LINKS, 6))
    thread = "".join(f"<li class=post><b class=user>user{own.randint(1, 99)}</b><p>{post}</p></li>" for post in posts)
    html = f"<body><nav class=menu>{menu}</nav><ol class='forum thread'>{thread}</ol><footer>{menu}</footer></body>"
    url = f"https://forum{number % 4}.example/{number}"
    return LabelledPage("made", f"thread{number}", html.encode(), "\n".join(posts), kind="forum", url=url)


def write_corpus(folder: Path, pages: Sequence[LabelledPage]) -> Path:
    """A folder with gold.jsonl and html/."""
    (folder / "html").mkdir(parents=True)
    lines = [json.dumps({"id": page.id, "gold": page.gold, "url": page.url, "kind": page.kind}) for page in pages]
    (folder / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
    for page in pages:
        (folder / "html" / f"{page.id}.html").write_bytes(page.html)
    return folder
