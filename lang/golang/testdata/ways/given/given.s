// Functions without a body need a file in assembly.
