package extract

import (
	"fmt"
	"go/token"

	"flavers/lang/golang/write"
)

// Wait groups, conditions and sync.Once, in the words that the task language has for them:
//
//	waitgroup wg; add wg(1); done wg; wait wg
//	cond c on mu; wait c; signal c; broadcast c
//	once o; once o { .. }

// waitFor waits for a wait group.
func waitFor(group string, pos token.Pos) []write.Line { return write.One("wait "+group, pos) }

// add adds to a wait group; below zero is an error.
func add(group string, n int64, pos token.Pos) []write.Line {
	if n == -1 {
		return write.One("done "+group, pos)
	}
	return write.One(fmt.Sprintf("add %s(%d)", group, n), pos)
}
