"""Raw strings -> usable values: dates, names, languages, licences."""
