package diag

// Codes of specifications (.fsa): F0xx scanning, F1xx syntax, F2xx names and
// meaning, F3xx binding to a program.
func specCodes() []Explanation { return nil }
