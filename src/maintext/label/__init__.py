"""Pages -> labels of their blocks, given in a browser or in text form -> a corpus to train and evaluate with.

In a browser: a folder of pages
    folder       which pages there are           ranking        which of them are most worth a person's time
    events       what a person did               log            all that was done, in a file that only grows
    labels       the labels that follow from it  desk           the above for one folder, as the web page needs it
    app          the web page's server

In text form: any pages, and label files
    named_pages  pages and their names           text_form      numbered blocks
    ranges       answers, as ranges of blocks    text_import    answers -> label files (`corpus.label_files`)
    agreement    two labellings compared

Both: export, corpus_folder   labelled pages -> gold.jsonl and html/
"""
