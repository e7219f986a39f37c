// Package docs has the documents that the command quotes.
package docs

import _ "embed"

// Go is what is said of Go packages, with a table of the codes of their ledgers.
//
//go:embed go.md
var Go string
