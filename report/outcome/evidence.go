package outcome

// Evidence is what a strategy has found out about a goal. The types of this file are all that there are. They may say
// too little, and never too much: those that deny an execution were made of all executions within their scope.
type Evidence interface {
	says() finding
	scope() Scope
	within(Scope) Evidence // the same about the executions of another scope; evidence without a scope returns itself
}

// FixedPoint is a completed fixed point of the flow equations: no path of the graph that the constraints allow
// violates the property.
type FixedPoint struct {
	Scope
	// Unsound: MIP edges were eliminated by a rule that is for comparison only and may remove the path of an execution.
	Unsound bool
	// Beyond: some path exceeds a bound of the model, and that no execution does was not proved.
	Beyond bool
}

// Certificate is invariants that no bad state satisfies.
type Certificate struct{ Scope }

// Exhausted is a search that was completed: of all states, of a part of them that stubborn sets or orbits show to
// suffice, or of one execution of each class of equivalent ones.
type Exhausted struct{ Scope }

// ControlFlow is what the control flow of each task shows without a fixed point: no step of the program can do what
// the goal is about.
type ControlFlow struct{ Scope }

// Excluded: the constraints written by hand leave no execution at all.
type Excluded struct{ Scope }

// Execution is an execution that the goal speaks of, and that was replayed in the semantics step by step.
type Execution struct{}

// Lasso is an infinite execution that the goal speaks of: a stem and a loop, which were replayed. The scope says under
// which fairness it counts.
type Lasso struct{ Scope }

// Path is a path of the graph, or a prefix of an execution, that the constraints in use allow. Whether an execution
// follows it, and obeys the constraints to its end, is not known.
type Path struct{}

// None is no evidence: a limit was met before. The scope is that of the executions that were to be judged.
type None struct{ Scope }

// Recalled is a verdict that this package made before from evidence that was not kept: of an answer from a file, or
// of one that several engines agree on. Only the ledger, or the engine, is new.
type Recalled struct {
	Scope
	Goal    Goal // that the verdict answers
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

// Narrow is the same evidence about the executions of another scope. What has none is left as it is.
func Narrow(e Evidence, to Scope) Evidence { return e.within(to) }

// ScopeOf is the scope of evidence.
func ScopeOf(e Evidence) Scope { return e.scope() }

// Denies reports whether evidence shows that no execution exists which a goal speaks of, before any ledger is asked.
func Denies(e Evidence) bool { return e != nil && e.says() == absent }

// Shows reports whether evidence is an execution that the goal speaks of.
func Shows(e Evidence) bool { return e != nil && e.says() == exists }
