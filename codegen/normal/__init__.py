"""The small grammar that `normalise` brings a schema to (`form`), and the rules for each thing in a schema."""
