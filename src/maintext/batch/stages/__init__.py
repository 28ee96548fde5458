"""What a batch does to pages: extract them, drop blocks that sites share, drop unwanted and duplicate rows."""
