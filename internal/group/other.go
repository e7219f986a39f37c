//go:build !unix

package group

import "os/exec"

// Own changes nothing: there are no process groups, and the end of the context kills the program alone.
func Own(*exec.Cmd) {}
