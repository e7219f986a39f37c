package ada

import (
	"flavers/diag"
	"flavers/lang/parts"
)

// Inlined is Load with a copy of the body at each call.
func Inlined(files []File) (*Program, diag.List) {
	return load(nil, files, parts.Parts{}, nil, nil, true)
}
