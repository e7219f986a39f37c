package model

import "io"

// Graph is the record of a search that an explorer can draw.
type Graph interface {
	WriteDOT(io.Writer) error
	WriteSVG(io.Writer) error
}
