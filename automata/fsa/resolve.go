package fsa

// This file turns the syntax of a declaration into a specification: names of events become symbols of an alphabet, and
// the form of the declaration (expression, automaton, formula or pattern) becomes an automaton over these symbols.

import (
	"errors"
	"slices"

	"flavers/automata"
	"flavers/automata/constant"
	"flavers/automata/ltl"
	"flavers/diag"
)

// resolver builds one specification.
type resolver struct {
	*reader
	decl    *decl
	symbols []automata.Symbol
	pattern map[automata.Pattern]int32               // by pattern of an event: its symbol
	short   map[string][]int32                       // by short name: its symbols
	shorts  []string                                 // the short names in the order of the text
	closed  bool                                     // the declaration has an alphabet, so other events may not be named
	limit   int                                      // the largest number of states that an automaton may have on the way
	env     constant.Values                          // values of indices and constants
	bind    func(short string, ofObject bool) string // as parser.bind
	task    string                                   // as parser.task

	// Parts of the specification besides its automaton; empty if the form has none.
	obligations []automata.Obligation // of a pattern, a formula, or live states
	formula     *ltl.Formula
	never       *ltl.Buchi
}

// resolve builds the specification of d, or reports why not and returns nil.
func (p *parser) resolve(d *decl, limit int, env constant.Values) *automata.Spec {
	if d.condition != nil {
		return p.resolveInvariant(d, env)
	}
	r := &resolver{reader: p.reader, decl: d, pattern: make(map[automata.Pattern]int32), short: make(map[string][]int32), limit: limit, env: env, bind: p.bind, task: p.task}
	for _, e := range d.alphabet {
		r.declare(e)
	}
	if d.prefix && (d.expr == nil || d.expr.none) {
		r.errorf(d.prefixAt, len("prefix"), diag.FPrefixMisused, "`prefix` is for `all` expressions only").
			WithHint("for automata, patterns and `none` write `safety`")
	}
	var dfa *automata.DFA
	var err error
	switch {
	case d.expr != nil:
		dfa, err = r.quantified(d.expr)
	case d.machine != nil:
		dfa, err = r.machine(d.machine)
	case d.formula != nil:
		dfa, err = r.temporalLogic(d.formula)
	default:
		dfa = r.catalogue(d.pattern)
	}
	if limited := (*automata.LimitError)(nil); errors.As(err, &limited) {
		r.errorf(d.name.at, max(1, d.headEnd-d.name.at), diag.FTooLarge, "the automaton of %s is too large (limit: %d states)", d.name.text, limited.Limit).
			WithHint("see `flavers explain %s`", diag.FTooLarge)
	}
	if r.count > 0 || d.faulty || dfa == nil {
		return nil
	}
	r.warnTrivial(dfa)
	if d.safety {
		dfa, r.obligations, r.formula, r.never = dfa.PrefixClose(), nil, nil, nil
	}
	reach := d.pattern != nil && d.pattern.reach
	if trap := dfa.Trap(); dfa.Names != nil && trap >= 0 && dfa.Names[trap] == "" {
		dfa.Names[trap] = automata.ErrorState
	}
	return &automata.Spec{Name: d.name.text, Property: d.property, Safety: d.safety, Reach: reach,
		Obligations: r.obligations, Formula: r.formula, Never: r.never, Symbols: r.symbols, DFA: dfa, Pos: r.position(d.from), Text: r.text(d.from, d.to)}
}

// warnTrivial warns of a specification that is always or never satisfied. d is its automaton before `safety` is
// applied.
func (r *resolver) warnTrivial(d *automata.DFA) {
	at, n := r.decl.name.at, max(1, r.decl.headEnd-r.decl.name.at)
	allows, forbids := d.Trap() != 0, !d.Accept[0] || d.States() > 1 || r.never != nil // d is minimal
	switch {
	case !allows:
		w := r.warnf(at, n, diag.FNeverSatisfied, "no execution satisfies %s", r.decl.name.text)
		if m := r.decl.machine; m != nil && !slices.ContainsFunc(m.states, func(s stateDecl) bool { return s.accept }) {
			w.Message = "no state of " + r.decl.name.text + " accepts, so no execution satisfies it"
			w.WithHint("mark accepting states with `*`")
		}
	case !forbids, r.decl.safety && d.Trap() < 0:
		w := r.warnf(at, n, diag.FAlwaysSatisfied, "every execution satisfies %s", r.decl.name.text)
		if forbids {
			w.WithHint("without `safety` the end of an execution is judged too")
		}
	}
}

// declare enters an alphabet entry.
func (r *resolver) declare(e eventDecl) {
	syms := r.called(e)
	for _, ref := range e.patterns {
		if ref.call != nil {
			continue
		}
		pat, ok := r.parse(ref)
		if !ok {
			continue
		}
		if old, ok := r.pattern[pat]; ok {
			r.errorf(ref.at, ref.n, diag.FSamePattern, "%q is in the alphabet twice", pat.String()).
				WithHint("first at line %d", r.symbols[old].Pos.Line)
			continue
		}
		if _, ok := r.short[ref.text]; ok && !ref.quoted {
			r.errorf(ref.at, ref.n, diag.FDuplicateShort, "%s is a short name already", ref.text)
			continue
		}
		syms = append(syms, r.add(pat, e.short.text, ref))
	}
	if e.short.text == "" {
		return
	}
	if _, ok := r.short[e.short.text]; ok {
		r.errorf(e.short.at, len(e.short.text), diag.FDuplicateShort, "short name %s is declared twice", e.short.text)
		return
	}
	r.short[e.short.text] = syms
	r.shorts = append(r.shorts, e.short.text)
}

func (r *resolver) parse(ref eventRef) (automata.Pattern, bool) {
	if ref.bad {
		return automata.Pattern{}, false
	}
	text, err := r.instance(ref.text)
	if err != nil {
		r.badConstant(ref.at, ref.n, err)
		return automata.Pattern{}, false
	}
	pat, err := automata.ParsePatternOf(r.task, text)
	if err != nil {
		r.errorf(ref.at, ref.n, diag.FBadPattern, "%s", err)
		return automata.Pattern{}, false
	}
	return pat, true
}

func (r *resolver) add(pat automata.Pattern, short string, ref eventRef) int32 {
	id := int32(len(r.symbols))
	r.symbols = append(r.symbols, automata.Symbol{Pattern: pat, Short: short, Pos: r.position(ref.at), Len: ref.n})
	r.pattern[pat] = id
	if star := pat.StrayWildcard(); star != "" {
		r.warnf(ref.at, ref.n, diag.FStrayWildcard, "%q at the end of %q stands for itself", star, pat.String()).
			WithHint("wildcards work inside [..] and (..)")
	}
	return id
}

// event returns the symbols that a name in the body stands for: those of a short name, or the symbol of a pattern.
// Unless the alphabet is closed, a pattern may be new.
func (r *resolver) event(ref eventRef) []int32 {
	if syms, ok := r.short[ref.text]; ok && !ref.quoted {
		return syms
	}
	pat, ok := r.parse(ref)
	if !ok {
		return nil
	}
	if id, ok := r.pattern[pat]; ok {
		return []int32{id}
	}
	if r.closed {
		e := r.errorf(ref.at, ref.n, diag.FUnknownEvent, "%q is not in the alphabet of %s", pat.String(), r.decl.name.text)
		if near := diag.Suggest(ref.text, r.known()); near != "" {
			e.WithHint("did you mean %q?", near)
		} else if all := diag.Among(r.known()); all != "" {
			e.WithHint("the alphabet is %s", all)
		}
		return nil
	}
	if !ref.quoted && len(ref.text) > 3 && len(r.shorts) <= 1000 { // x1 beside x0 is no slip
		if near := diag.Slip(ref.text, r.shorts); near != "" {
			r.warnf(ref.at, ref.n, diag.FProbableTypo, "%s is not declared and taken for an event of the program", ref.text).
				WithHint("did you mean %q?", near)
		}
	}
	return []int32{r.add(pat, "", ref)}
}

// events returns the symbols of several names in the order of the names, each symbol once.
func (r *resolver) events(refs []eventRef) []int32 {
	var syms []int32
	seen := make(map[int32]bool, len(refs))
	for _, ref := range refs {
		for _, s := range r.event(ref) {
			if !seen[s] {
				seen[s] = true
				syms = append(syms, s)
			}
		}
	}
	return syms
}

// known lists the names that a reference may have, for hints.
func (r *resolver) known() []string {
	out := slices.Clone(r.shorts)
	for i := range r.symbols {
		out = append(out, r.symbols[i].Pattern.String())
	}
	return out
}

// quantified compiles an expression and its quantifier.
func (r *resolver) quantified(q *quantified) (*automata.DFA, error) {
	r.closed = r.decl.closed()
	r.mention(q.body)
	if r.count > 0 {
		return nil, nil
	}
	d, err := expression(q.body).Compile(len(r.symbols), r.limit)
	switch {
	case err != nil:
		return nil, err
	case q.none:
		return d.Complement(), nil
	case r.decl.prefix:
		return d.PrefixClose(), nil
	}
	return d, nil
}

// mention resolves the names in an expression, from left to right. That is done first, because `.` and `[-..]` stand
// for all symbols, also those that are named later.
func (r *resolver) mention(n *qnode) {
	n.syms = r.events(n.refs)
	for _, a := range n.args {
		r.mention(a)
	}
}

// expression returns the tree n, whose names are resolved, as an expression over symbols.
func expression(n *qnode) *automata.Expr {
	var args []*automata.Expr
	for _, a := range n.args {
		args = append(args, expression(a))
	}
	switch n.kind {
	case qEmpty:
		return automata.EmptyWord()
	case qSet:
		if n.not {
			return automata.Except(n.syms...)
		}
		return automata.OneOf(n.syms...)
	case qSeq:
		return automata.Sequence(args...)
	case qChoice:
		return automata.Choice(args...)
	case qStar:
		return automata.Star(args[0])
	case qPlus:
		return automata.Plus(args[0])
	case qOption:
		return automata.Option(args[0])
	case qPower:
		return automata.Power(args[0], n.count)
	}
	panic("fsa: unknown kind of expression")
}

// rolesHint returns a hint for a pattern c in which symbol s plays two roles.
func rolesHint(c *automata.ScopedPattern, s int32) string {
	if slices.Contains(c.Q, s) || slices.Contains(c.R, s) {
		return "a segment does not contain the events that open and close it; how often one may occur is bounded by existence of a at most 1"
	}
	return "a cause and its effect are different events; how often one may occur is bounded by existence of a at most 1"
}

// catalogue builds the automaton of a pattern of the catalogue. If it cannot, it reports why and returns nil.
func (r *resolver) catalogue(t *pattern) *automata.DFA {
	r.closed = r.decl.closed()
	if t.kind == automata.Universality && !r.decl.explicit {
		r.errorf(t.at, t.n, diag.FNeedsAlphabet, "`universality` needs an alphabet").
			WithHint("write `for { .. }` with all events that matter after the name")
	}
	c := automata.ScopedPattern{Kind: t.kind, Least: t.least, Most: t.most, Scope: t.scope}
	c.Q = r.events(t.q) // new symbols are numbered in this order
	c.P = r.events(t.p)
	c.S = r.events(t.s)
	c.T = r.events(t.t)
	c.R = r.events(t.r)
	for _, s := range c.TwoRoles(len(r.symbols)) {
		r.errorf(t.at, t.n, diag.FTwoRoles, "%q plays two roles in this pattern", r.symbols[s].Pattern.String()).
			WithHint("%s", rolesHint(&c, s))
	}
	if r.count > 0 {
		return nil
	}
	r.warnUnpaired(t.at, t.n, c.P, slices.Concat(c.S, c.T))
	d, err := c.Compile(len(r.symbols), r.limit)
	if limited := (*automata.LimitError)(nil); errors.As(err, &limited) {
		r.errorf(t.at, t.n, diag.FTooLarge, "the automaton of %s is too large (limit: %d states)", r.decl.name.text, limited.Limit)
	}
	if d != nil && r.decl.property {
		if r.obligations = c.Obligations(d); len(r.obligations) == 1 { // of states alone
			d.Open = r.obligations[0].Open
		}
	}
	return d
}
