"""The evening before: what tomorrow brings, by e-mail and web push, for trips whose owners asked for it."""
