"""The Python spelling of a model: names, annotations, nodes of the reference codec, fast readers and writers."""
