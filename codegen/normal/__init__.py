"""The small grammar that `normalise` reduces a schema to (`form`), and the rules for each part of a schema."""
