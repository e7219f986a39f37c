package golang

import "flavers/diag"

// Codes of problems with Go packages.
const (
	Unloaded diag.Code = "G001" // packages cannot be loaded
)
