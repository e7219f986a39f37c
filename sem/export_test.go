package sem

import "flavers/cfg"

// NewWithRings numbers no contents: every buffer is a ring.
func NewWithRings(p *cfg.Program) (*Machine, error) { return newMachine(p, 0, false) }
