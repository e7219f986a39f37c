package extract

import (
	"fmt"
	"go/token"

	"flavers/lang/golang/write"
)

// The task language has wait groups, conditions and sync.Once under these words:
//
//	waitgroup wg; add wg(1); done wg; wait wg
//	cond c on mu; wait c; signal c; broadcast c
//	once o; once o { .. }

// waitFor returns the statement that waits for a wait group.
func waitFor(group string, pos token.Pos) []write.Line { return write.One("wait "+group, pos) }

// add returns the statement that adds n to a wait group. It is an error of the program if the sum is below zero.
func add(group string, n int64, pos token.Pos) []write.Line {
	if n == -1 {
		return write.One("done "+group, pos)
	}
	return write.One(fmt.Sprintf("add %s(%d)", group, n), pos)
}
