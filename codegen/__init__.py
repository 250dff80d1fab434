"""Files generated from an IR."""
