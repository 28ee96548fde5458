"""(Page, Scores) -> what a person sees of them: the page in colours, and a report with the methods' own pictures."""
