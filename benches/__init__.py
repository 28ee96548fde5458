"""What is measured: speed and agreement, on the shared corpora."""
