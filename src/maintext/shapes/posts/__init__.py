"""Page -> the posts of a thread, the answers to a question, the comments on a text.

anchors      elements that show a date in the same way
records      the parts of the page around them, one per post
bodies       the elements in the records that hold what was written
facts        author, date and link of each record
replies      which post each answers, votes, questions and accepted answers
declared     posts that only structured data has
reading      all of it in order, for a page
writing      posts -> Markdown or text with author and date before each
"""

from maintext.shapes.posts.post import Post
from maintext.shapes.posts.reading import Thread, read_posts
from maintext.shapes.posts.writing import written_posts

__all__ = ["Post", "Thread", "read_posts", "written_posts"]
