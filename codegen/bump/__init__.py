"""Updates to newly published schemas: fetch, verify, vendor, pin, regenerate, compare, check, and only then replace."""
