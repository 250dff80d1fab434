"""Values: the door they enter by, their exact forms, and the regular language."""
