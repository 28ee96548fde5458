"""maintext inside other tools: one module per framework, a few lines each over the public API.

    langchain    MaintextLoader, MaintextTransformer       scrapy        MaintextPipeline, extract_response
    llama_index  MaintextReader                            datatrove     MaintextStep
    haystack     MaintextToDocument                        nemo_curator  MaintextAlgorithm
    markitdown   a plugin                                  frames        pandas, Polars, DuckDB
    crawl4ai     MaintextMarkdown                          dask          extract_frame

Importing a module imports its framework, which you install yourself; no framework is a dependency of maintext. Ray Data
and Spark are in `maintext.batch.adapters`. See docs/how-to/frameworks.md.
"""
