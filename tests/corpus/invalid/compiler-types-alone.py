from stateous import Enum, Record

Level = Enum("Level", ["low"])

Tests = Record("Tests", ["failed: int"])
