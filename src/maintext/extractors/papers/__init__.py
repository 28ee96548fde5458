"""The five published systems, one module each."""
