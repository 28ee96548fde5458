"""Layout of a page -> its visual segments: vision-based page segmentation (VIPS)."""
