package outcome

// Evidence is what a strategy has found out about a goal, that is, about the question whether an execution of some kind
// exists. The types in this file are the only kinds of evidence; their methods are unexported so that no other package
// can add one.
//
// Evidence may say too little, but never too much. If it denies that an execution exists, it is about all executions in
// its scope. If it is an execution, that was replayed.
type Evidence interface {
	says() finding // does an execution exist?
	scope() Scope  // which executions were judged
	// within returns the same evidence with another scope. Evidence that has no scope returns itself.
	within(Scope) Evidence
}

// FixedPoint is a completed fixed point of the flow equations. No path of the graph that the constraints allow is an
// execution that the goal speaks of, and every execution is a path.
type FixedPoint struct {
	Scope
	// Unsound is set if MIP edges were eliminated by a rule that may remove the path of an execution. Such rules are for
	// comparison only.
	Unsound bool
	// Beyond is set if some path exceeds a bound of the model, and nobody has proved that no execution does.
	Beyond bool
}

// Certificate is a set of invariants that no bad state satisfies.
type Certificate struct{ Scope }

// Exhausted is a completed search that did not find what the goal speaks of. It visited all states, or a part of them
// that stubborn sets or orbits show to suffice, or one execution of each class of equivalent ones.
type Exhausted struct{ Scope }

// ControlFlow is a proof from the control flow alone: no step of the program can do what the goal speaks of.
type ControlFlow struct{ Scope }

// Excluded means that no execution at all obeys the constraints written by hand.
type Excluded struct{ Scope }

// Execution is an execution that the goal speaks of. The semantics has replayed it step by step.
type Execution struct{}

// Lasso is an infinite execution that the goal speaks of: a stem, and a loop that is repeated for ever. Both were
// replayed. The scope says under which fairness the execution counts.
type Lasso struct{ Scope }

// Path is a path of the graph, or a prefix of an execution, that the constraints in use allow. It is not known whether
// an execution follows it and obeys the constraints to its end.
type Path struct{}

// None is the lack of evidence, because a limit was met first. The scope is that of the executions that were to be
// judged.
type None struct{ Scope }

// Recalled is a verdict that Of made earlier from evidence that was not kept. It serves for answers from a file, and
// for answers that several engines agree on; then only the ledger is new.
type Recalled struct {
	Scope
	Goal    Goal // the goal that the verdict answers
	Verdict Verdict
}

func (f FixedPoint) says() finding {
	if f.Unsound || f.Beyond {
		return open
	}
	return absent
}

func (Certificate) says() finding { return absent }
func (Exhausted) says() finding   { return absent }
func (ControlFlow) says() finding { return absent }
func (Excluded) says() finding    { return absent }
func (Execution) says() finding   { return exists }
func (Lasso) says() finding       { return exists }
func (Path) says() finding        { return maybe }
func (None) says() finding        { return open }

func (r Recalled) says() finding {
	switch r.Verdict {
	case r.Goal.Shown():
		return exists
	case r.Goal.Denied():
		return absent
	case Possible:
		return maybe
	}
	return open
}

func (f FixedPoint) scope() Scope  { return f.Scope }
func (c Certificate) scope() Scope { return c.Scope }
func (x Exhausted) scope() Scope   { return x.Scope }
func (c ControlFlow) scope() Scope { return c.Scope }
func (x Excluded) scope() Scope    { return x.Scope }
func (Execution) scope() Scope     { return Scope{} }
func (l Lasso) scope() Scope       { return l.Scope }
func (Path) scope() Scope          { return Scope{} }
func (n None) scope() Scope        { return n.Scope }
func (r Recalled) scope() Scope    { return r.Scope }

func (f FixedPoint) within(to Scope) Evidence {
	f.Scope = to
	return f
}
func (Certificate) within(to Scope) Evidence { return Certificate{to} }
func (Exhausted) within(to Scope) Evidence   { return Exhausted{to} }
func (ControlFlow) within(to Scope) Evidence { return ControlFlow{to} }
func (Excluded) within(to Scope) Evidence    { return Excluded{to} }
func (x Execution) within(Scope) Evidence    { return x }
func (Lasso) within(to Scope) Evidence       { return Lasso{to} }
func (p Path) within(Scope) Evidence         { return p }
func (None) within(to Scope) Evidence        { return None{to} }
func (r Recalled) within(to Scope) Evidence {
	r.Scope = to
	return r
}

// Narrow returns the same evidence with another scope. Evidence that has no scope is returned as it is.
func Narrow(e Evidence, to Scope) Evidence { return e.within(to) }

// ScopeOf returns the scope of evidence.
func ScopeOf(e Evidence) Scope { return e.scope() }

// Denies reports whether e shows that no execution exists of the kind that its goal speaks of. No ledger is applied. e
// may be nil.
func Denies(e Evidence) bool { return e != nil && e.says() == absent }

// Shows reports whether e is an execution of the kind that its goal speaks of. e may be nil.
func Shows(e Evidence) bool { return e != nil && e.says() == exists }
