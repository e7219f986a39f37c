package extract

import (
	"strconv"
	"strings"
)

// Apart reports whether a deadlock does not depend on loops that were cut short: some of the tasks that wait, at
// statements, would wait if all turns were there.
func (p *Program) Apart(waiting map[string]string) bool { return p.apart.Apart(waiting) }

// Meant reports whether a task may well wait for ever at some statements while others go on.
func (p *Program) Meant(task string, at, moving []string) bool {
	return p.apart.Meant(task, at, moving)
}

// Whole reports whether loops that are cut short make no difference to an execution, whose events are given. The last
// turn of such a loop stands for all later ones; an execution that does not come to it is one of the package, too.
func (p *Program) Whole(events []string) bool {
	if len(p.turns) == 0 {
		return false
	}
	for _, e := range events {
		at, value, ok := strings.Cut(e, "=")
		if !ok {
			continue
		}
		if i := strings.LastIndex(at, "."); i >= 0 {
			at = at[i+1:]
		}
		if n, counts := p.turns[at]; counts && value == strconv.Itoa(n) {
			return false
		}
	}
	return true
}
