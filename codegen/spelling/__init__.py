"""How a model is spelled in Python: names, annotations, nodes of the reference codec, fast readers and writers."""
