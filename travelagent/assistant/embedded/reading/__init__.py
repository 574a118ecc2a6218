"""From the text of a message to acts. Nothing outside of this package sees a text."""
