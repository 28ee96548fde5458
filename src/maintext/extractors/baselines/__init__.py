"""The methods that the five papers compare themselves with, one module each."""
