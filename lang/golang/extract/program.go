package extract

// Apart tells whether a deadlock does not depend on loops that were cut short: some of the tasks that wait, at
// statements, would wait if all turns were there.
func (p *Program) Apart(waiting map[string]string) bool { return p.apart.Apart(waiting) }

// Meant tells whether a task may well wait for ever at some statements while others go on.
func (p *Program) Meant(task string, at, moving []string) bool {
	return p.apart.Meant(task, at, moving)
}
