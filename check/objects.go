package check

// This file counts how many synchronization objects of Go packages have an answer. An object is a channel, lock, wait
// group or condition; a use is an operation on it, at a position of the source. A use is covered if the model of some
// root has it and the answer about that root is decided, and if no execution of the model of another root, which is
// only possible, ends with a goroutine that waits there. An object has an answer if all its uses are covered, or if a
// finding is about it.
//
// One position may be a use of several objects, as c <- 1 if the parameter c is one channel or another. Then it has to
// be covered for each of them.

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/lang/golang"
	"flavers/report"
)

// Objects finds out which objects of Go packages have an answer (docs/theory.md, lemma 14.11):
//
//	objects := packages.Objects()
//	for _, root := range packages.Roots {
//		objects.Add(root, check.Package(ctx, root, opt))
//	}
//	totals := objects.Totals()
type Objects struct {
	packages *Packages
	// Objects and uses are named by their indices in All and Uses of packages.session.Objects.
	uses    map[string]int   // by position, the use there
	covered map[covers]bool  // the uses that some decided root has
	doubted map[int]bool     // the uses at which a possible execution ends
	about   map[int]bool     // the objects that a finding is about
	why     map[int]obstacle // for uses of roots that are not decided, why not; of several reasons the one of lowest rank
	joined  []int            // by object, another object of its group, or itself: a forest, in which group finds the root
	added   map[string]bool  // by name of its program: Add was called for the root
}

// covers says that a use is covered for the object made or declared at the position object. "" stands for any object.
type covers struct {
	use    int
	object string
}

// obstacle is the reason why a use has no answer. The lower the rank, the nearer the use is to an answer.
type obstacle struct {
	rank   int
	reason string
}

// Ranks of obstacles.
const (
	weak    = iota // an execution was found, but it is only possible, or not the fault of the package
	noted          // something is not in the model
	limited        // a limit was hit
	unmet          // no root has the use
)

// Objects returns counts to which no root has been added yet. It returns nil if the packages have no objects, or if the
// objects are not known.
func (ps *Packages) Objects() *Objects {
	if ps.session == nil { // nothing was opened
		return nil
	}
	list := ps.session.Objects
	if list == nil || len(list.All) == 0 {
		return nil
	}
	o := &Objects{packages: ps, uses: map[string]int{}, covered: map[covers]bool{}, doubted: map[int]bool{},
		about: map[int]bool{},
		why:   map[int]obstacle{}, added: map[string]bool{}}
	for i, u := range list.Uses {
		o.uses[u.Pos] = i
	}
	for n := range list.All {
		o.joined = append(o.joined, n)
	}
	return o
}

// Add adds the answer about a root: all uses in its model are covered if the answer is decided, and otherwise have the
// obstacle that keeps it from being decided. o may be nil.
func (o *Objects) Add(root Root, a *Answer) {
	if o == nil {
		return
	}
	o.added[root.Program] = true
	against, decided := decide(a.Check)
	if a.Check != nil {
		o.found(a.Check.Deadlock)
		o.found(a.Check.RuntimeErrors)
		o.doubt(a.Check.Deadlock, against)
	}
	if len(a.Does) == 0 && !decided {
		o.unmodelled(root.Program, against)
		return
	}
	list := o.packages.session.Objects
	for _, task := range a.Does {
		first := -1 // an object that the task uses; the others join its group
		for _, op := range task {
			n, known := o.uses[op.At]
			if !known {
				continue
			}
			use := list.Uses[n]
			all := op.Any || use.Sure // the operation stands for the use, whichever object it is on
			switch {
			case !decided:
				o.open(n, against)
			case all:
				o.covered[covers{n, ""}] = true
			default:
				for _, pos := range op.On {
					o.covered[covers{n, pos}] = true
				}
			}
			for _, object := range use.Of {
				if !all && !slices.Contains(op.On, list.All[object].Pos) {
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

// unmodelled opens the uses of a root that has no model: all that the code it reaches has. If the code that it reaches
// is not known, these are all uses.
func (o *Objects) unmodelled(program string, against obstacle) {
	positions, known := o.packages.session.Reaches(program)
	for _, at := range positions {
		if n, is := o.uses[at]; is {
			o.open(n, against)
		}
	}
	if !known {
		for n := range o.packages.session.Objects.Uses {
			o.open(n, against)
		}
	}
}

// open notes the obstacle of a use, unless one of lower rank is known.
func (o *Objects) open(use int, against obstacle) {
	if before, known := o.why[use]; !known || against.rank < before.rank {
		o.why[use] = against
	}
}

// found notes the objects that a violation is about: those at which goroutines are blocked, or the one that the last
// step misuses.
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
		if n, known := o.uses[at]; known && o.packages.session.Objects.Uses[n].Sure {
			o.about[o.packages.session.Objects.Uses[n].Of[0]] = true
		}
	}
}

// doubt notes the uses at which the tasks of a deadlock wait that is only possible. One that comes of a broken contract
// is no reason to doubt the object.
func (o *Objects) doubt(r *report.Result, against obstacle) {
	if r == nil || r.Verdict != report.Possible || r.Contract != nil {
		return
	}
	for _, w := range r.Waiting {
		if n, known := o.uses[w.Pos]; known {
			o.doubted[n], o.why[n] = true, against
		}
	}
}

// group returns the object that stands for the group of an object. Two objects are in one group if some task uses both,
// or if a chain of such pairs links them.
func (o *Objects) group(object int) int {
	for o.joined[object] != object {
		object = o.joined[object]
	}
	return object
}

// decide reports whether the answer c about a root is decided: there is no deadlock and no run-time error. If it is not
// decided, against is the reason. c is nil for a root in which nothing can be kept waiting.
func decide(c *report.Check) (against obstacle, decided bool) {
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

// why returns the reason why a result of c does not hold.
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

// Totals returns the counts. Before, Add has to be called for all roots that were checked; Totals takes the others as
// having run out of time. It leaves Seconds zero.
func (o *Objects) Totals() *report.Totals {
	list := o.packages.session.Objects
	for _, r := range o.packages.Roots {
		if !o.added[r.Program] {
			o.unmodelled(r.Program, obstacle{limited, "out of time"})
		}
	}
	open := o.unanswered()
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

// unanswered returns the objects without an answer, by index. An object has the reason of the use that is farthest from
// an answer.
func (o *Objects) unanswered() map[int]report.OpenObject {
	list := o.packages.session.Objects
	open := map[int]report.OpenObject{}
	rank := map[int]int{} // by object, of the reason so far
	for i, u := range list.Uses {
		against, known := o.why[i]
		if !known {
			against = obstacle{unmet, "used by no root"}
		}
		for _, n := range u.Of {
			object := list.All[n]
			before, is := rank[n]
			done := o.covered[covers{i, ""}] || o.covered[covers{i, object.Pos}] || slices.Contains(u.Ends, n)
			if done && !o.doubted[i] || o.about[n] || is && before >= against.rank {
				continue
			}
			rank[n] = against.rank
			open[n] = report.OpenObject{Kind: object.Kind, Name: object.Name, Pos: object.Pos, Reason: against.reason,
				At: u.Pos}
		}
	}
	return open
}

// reasons counts objects without an answer by reason, the most frequent reason first, and for each names the files with
// these objects.
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

// does returns, for each task of the model p of a root that has any, the operations of the source that p contains. of
// is the same model before it was parsed, which knows which object of the source each object of p stands for.
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

// idle returns, as the operations of a single task, those that the code reachable from a root has, for a root in which
// nothing can be kept waiting.
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
