"""A site -> its pages, fetched politely, without what they share."""
