package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/lang/golang"
	"flavers/report"
)

// Objects finds out which channels, locks, wait groups and conditions of Go packages have an answer (docs/theory.md,
// lemma 14.11):
//
//	objects := packages.Objects()
//	for _, root := range packages.Roots {
//		objects.Add(root, check.Package(ctx, root, opt))
//	}
//	totals := objects.Totals()
type Objects struct {
	of      *Packages
	uses    map[string]int   // by their places, of list.Uses
	covered map[covers]bool  // uses in a root that is decided
	about   map[int]bool     // objects that a finding is about
	why     map[int]obstacle // of uses that are not covered, why not: the one that is nearest to an answer
	joined  []int            // of objects, in which group they are: that of another one, or their own
	added   map[string]bool  // programs of roots
}

// covers is an operation on the object at a place of the source, or, with none, on whatever it is on.
type covers struct {
	use int
	on  string
}

// obstacle is why an operation of a root has no answer. What is nearest to an answer has the lowest rank.
type obstacle struct {
	rank   int
	reason string
}

// Ranks of obstacles.
const (
	weak  = iota // there is an execution, but it is only possible, or not the package's fault
	noted        // something is not in the model
	limited
	unmet // no root has it
)

// Objects begins to count, with no root. It is nil if there are no objects, or if it is not known which.
func (ps *Packages) Objects() *Objects {
	if ps.session == nil { // nothing was opened
		return nil
	}
	list := ps.session.Objects
	if list == nil || len(list.All) == 0 {
		return nil
	}
	o := &Objects{of: ps, uses: map[string]int{}, covered: map[covers]bool{}, about: map[int]bool{},
		why: map[int]obstacle{}, added: map[string]bool{}}
	for i, u := range list.Uses {
		o.uses[u.Pos] = i
	}
	for n := range list.All {
		o.joined = append(o.joined, n)
	}
	return o
}

// Add adds the answer about a root; o may be nil.
func (o *Objects) Add(root Root, a *Answer) {
	if o == nil {
		return
	}
	o.added[root.Program] = true
	against, decided := undecided(a.Check)
	if a.Check != nil {
		o.found(a.Check.Deadlock)
		o.found(a.Check.RuntimeErrors)
	}
	does := a.Does
	if len(does) == 0 && !decided {
		o.never(root.Program, against)
		return
	}
	for _, task := range does {
		first := -1 // an object of the task
		for _, op := range task {
			n, known := o.uses[op.At]
			if !known {
				continue
			}
			use := o.of.session.Objects.Uses[n]
			switch {
			case !decided:
				o.open(n, against)
			case op.Any || use.Sure:
				o.covered[covers{n, ""}] = true
			default:
				for _, on := range op.On {
					o.covered[covers{n, on}] = true
				}
			}
			for _, object := range use.Of {
				if !op.Any && !use.Sure && !slices.Contains(op.On, o.of.session.Objects.All[object].Pos) {
					continue
				}
				if first < 0 {
					first = object
				}
				o.joined[o.group(object)] = o.group(first)
			}
		}
	}
}

// never notes a root without a model: what it may execute is open.
func (o *Objects) never(program string, against obstacle) {
	places, known := o.of.session.Reaches(program)
	for _, at := range places {
		if n, is := o.uses[at]; is {
			o.open(n, against)
		}
	}
	if !known {
		for n := range o.of.session.Objects.Uses {
			o.open(n, against)
		}
	}
}

func (o *Objects) open(use int, against obstacle) {
	if before, known := o.why[use]; !known || against.rank < before.rank {
		o.why[use] = against
	}
}

// found notes what a violation is about: the objects that goroutines are blocked at, or of the last step.
func (o *Objects) found(r *report.Result) {
	if r == nil || r.Verdict != report.Violated {
		return
	}
	var places []string
	for _, w := range r.Waiting {
		places = append(places, w.Pos)
	}
	if n := len(r.Trace); n > 0 && r.Property == report.RuntimeErrors {
		places = append(places, r.Trace[n-1].Pos)
	}
	for _, at := range places {
		if n, known := o.uses[at]; known && o.of.session.Objects.Uses[n].Sure {
			o.about[o.of.session.Objects.Uses[n].Of[0]] = true
		}
	}
}

// group is the group of an object: the number of one of its objects.
func (o *Objects) group(object int) int {
	for o.joined[object] != object {
		object = o.joined[object]
	}
	return object
}

// undecided says what keeps the answer about a root from being decided; decided: nothing does. nil is the answer about
// a root in which nothing can be kept waiting.
func undecided(c *report.Check) (against obstacle, decided bool) {
	switch {
	case c == nil:
		return obstacle{}, true
	case c.ExitCode() == report.ExitInput || c.Deadlock == nil:
		return obstacle{limited, "cannot be checked"}, false
	case c.OfEnding():
		return obstacle{limited, "too many states"}, false
	}
	for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
		if r != nil && r.Verdict != report.Holds {
			return why(c, r), false
		}
	}
	return obstacle{}, true
}

// why is what keeps a result from being that nothing is found.
func why(c *report.Check, r *report.Result) obstacle {
	unmodelled := c.Ledger.Relevant(c.RuntimeErrors == nil || c.RuntimeErrors.Verdict == report.Holds).Codes("U")
	switch {
	case r.Verdict == report.Violated:
		return obstacle{weak, "behind another finding"}
	case r.Contract != nil:
		return obstacle{weak, "behind what callers may have to know"}
	case r.Verdict == report.Possible && len(unmodelled) > 0:
		return obstacle{weak, "only possible (" + unmodelled[0] + ")"}
	case r.Verdict == report.Possible:
		return obstacle{weak, "only possible"}
	case r.Limit == report.LimitTime || r.Limit == report.LimitInterrupt:
		return obstacle{limited, "out of time"}
	case r.Limit == report.LimitSize:
		return obstacle{limited, "too large"}
	case r.Limit != "":
		return obstacle{limited, "out of " + string(r.Limit)}
	case len(unmodelled) > 0:
		return obstacle{noted, "not modelled (" + unmodelled[0] + ")"}
	}
	return obstacle{weak, "waiting for callers"}
}

// Totals are the counts, once all roots are added that were checked. Seconds are not known here.
func (o *Objects) Totals() *report.Totals {
	list := o.of.session.Objects
	for _, r := range o.of.Roots {
		if !o.added[r.Program] {
			o.never(r.Program, obstacle{limited, "out of time"})
		}
	}
	open := map[int]report.OpenObject{}
	rank := map[int]int{}
	for i, u := range list.Uses {
		against, known := o.why[i]
		if !known {
			against = obstacle{unmet, "used by no root"}
		}
		for _, n := range u.Of {
			before, is := rank[n]
			done := o.covered[covers{i, ""}] || o.covered[covers{i, list.All[n].Pos}]
			if done || o.about[n] || is && before >= against.rank {
				continue
			}
			rank[n] = against.rank
			open[n] = report.OpenObject{Kind: list.All[n].Kind, Name: list.All[n].Name, Pos: list.All[n].Pos,
				Reason: against.reason, At: u.Pos}
		}
	}
	t := &report.Totals{Objects: len(list.All), Answered: len(list.All) - len(open), Kinds: []report.OfKind{}}
	for _, kind := range golang.Kinds() {
		k := report.OfKind{Kind: kind}
		for n, object := range list.All {
			if _, is := open[n]; object.Kind == kind {
				k.Objects++
				k.Answered += map[bool]int{false: 1}[is]
			}
		}
		if k.Objects > 0 {
			t.Kinds = append(t.Kinds, k)
		}
	}
	for n := range list.All {
		t.Groups += map[bool]int{true: 1}[o.group(n) == n]
	}
	for _, n := range slices.Sorted(maps.Keys(open)) {
		t.Unanswered = append(t.Unanswered, open[n])
	}
	t.Open = reasons(t.Unanswered)
	return t
}

// reasons counts objects by reason, the most frequent first, and names the files that they are in.
func reasons(of []report.OpenObject) []report.OfReason {
	var out []report.OfReason
	files := map[string]map[string]int{}
	for _, object := range of {
		i := slices.IndexFunc(out, func(r report.OfReason) bool { return r.Reason == object.Reason })
		if i < 0 {
			i = len(out)
			out = append(out, report.OfReason{Reason: object.Reason})
			files[object.Reason] = map[string]int{}
		}
		out[i].Objects++
		file, _, _ := strings.Cut(object.Pos, ":")
		files[object.Reason][file]++
	}
	for i := range out {
		count := files[out[i].Reason]
		out[i].Files = slices.SortedFunc(maps.Keys(count), func(a, b string) int {
			return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
		})
	}
	slices.SortStableFunc(out, func(a, b report.OfReason) int { return b.Objects - a.Objects })
	return out
}

// does lists the operations that each task of the model of a root has.
func (r Root) does(p *cfg.Program, of *golang.Program) [][]golang.Does {
	if r.of.Objects == nil {
		return nil
	}
	out := make([][]golang.Does, len(p.Tasks))
	for _, n := range p.Nodes {
		at := n.Pos.String()
		if !r.of.IsUse(at) {
			continue
		}
		task := &out[n.Task]
		i := slices.IndexFunc(*task, func(d golang.Does) bool { return d.At == at })
		if i < 0 {
			i = len(*task)
			*task = append(*task, golang.Does{At: at})
		}
		for _, word := range golang.Words(p.OpString(n.Op)) {
			if site := of.Sites[word]; site != "" && !slices.Contains((*task)[i].On, site) {
				(*task)[i].On = append((*task)[i].On, site)
			}
		}
	}
	return slices.DeleteFunc(out, func(task []golang.Does) bool { return len(task) == 0 })
}

// idle lists the operations of a root that waits for nothing.
func (r Root) idle() [][]golang.Does {
	var out []golang.Does
	places, _ := r.of.Reaches(r.Program)
	for _, at := range places {
		if r.of.IsUse(at) {
			out = append(out, golang.Does{At: at, Any: true})
		}
	}
	return [][]golang.Does{out}
}
