package diag

// Codes of the task language (.tfg): T0xx scanning, T1xx syntax, T2xx names
// and types, T3xx structure and bounds.
func taskCodes() []Explanation { return nil }
