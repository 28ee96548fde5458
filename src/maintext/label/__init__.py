"""A folder of pages -> labels that people give to their blocks, in a browser -> a corpus to train and evaluate with.

folder    which pages there are           ranking   which of them are most worth a person's time
events    what a person did               log       all that was done, in a file that only grows
labels    what all of it comes to         desk      the above for one folder, as the web page asks for it
app       the web page's server           export    gold.jsonl and html/
"""
