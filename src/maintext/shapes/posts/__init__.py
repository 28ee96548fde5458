"""Page -> the posts of a thread, the answers to a question, the comments on a text.

reading      the posts of a page, by its structure or else by its structured data
declared     posts that only structured data has
writing      posts -> Markdown or text with author and date before each
"""

from maintext.shapes.posts.post import Post
from maintext.shapes.posts.reading import Thread, read_posts
from maintext.shapes.posts.writing import written_posts

__all__ = ["Post", "Thread", "read_posts", "written_posts"]
