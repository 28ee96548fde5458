"""What a caller gives to `extract` -> HTML: plain text and Markdown are rewritten, PDFs and images refused."""
