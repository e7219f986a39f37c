package porelim_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
	"flavers/porelim"
	"flavers/sem"
	"flavers/tfg"
)

// All programs of up to k statements over a small alphabet, under all choices
// of who reacts to what: each rule keeps a member of every class of runs, and
// the rules are what their definitions say.
//
// A statement is an event that nothing reacts to (o), that only an automaton of
// the task reacts to (l), that one of two automata of several tasks reacts to (A,
// B), a call of task u (its number), an accept (?), a spawn or join of a
// task that is started once (s, j), to which its task's automaton may react. One stretch of one task may be
// an option (?[ ]), a loop that can be left (*[ ]) or one that cannot (endless: @[ ]).

// tiny is a problem of this space.
type tiny struct {
	bodies  []string // by task: a statement a byte
	dynamic bool     // a task is spawned: the last one by the first
	early   bool     // or the first one by the second
	wrap    byte     // '?', '*', '@', or 0
	task    int      // of the stretch
	lo, hi  int      // the stretch
	entries string   // by task: colour of its entry: o, l or A; space: none
	forks   string   // colours of spawn and join: o or l
	once    bool     // automata of one task accept one step only; else an even number

	positions int // tasks, as bits, whose task automata are chosen
}

func (p *tiny) size() int {
	n := 0
	for _, b := range p.bodies {
		n += len(b)
	}
	return n
}

// worker is the task that is spawned, spawner the one that does so.
func (p *tiny) worker() int {
	switch {
	case !p.dynamic:
		return -1
	case p.early:
		return 0
	}
	return len(p.bodies) - 1
}

func (p *tiny) spawner() int {
	switch {
	case !p.dynamic:
		return -1
	case p.early:
		return 1
	}
	return 0
}

func (p *tiny) name(t int) string {
	if t == p.worker() {
		return fmt.Sprintf("t%d[0]", t)
	}
	return fmt.Sprintf("t%d", t)
}

func (p *tiny) source() string {
	var b strings.Builder
	for t, body := range p.bodies {
		fmt.Fprintf(&b, "task t%d ", t)
		if t == p.worker() {
			b.WriteString("dynamic[1] ")
		}
		b.WriteString("{")
		if strings.Contains(body, "?") {
			b.WriteString(" entry e;")
		}
		if strings.Contains(body, "s") {
			fmt.Fprintf(&b, " var r ref t%d;", p.worker())
		}
		for i := range len(body) + 1 {
			wrapped := p.wrap != 0 && p.task == t
			if wrapped && i == p.hi {
				b.WriteString(map[byte]string{'?': " } or { };", '*': " } or { break } };", '@': " };"}[p.wrap])
			}
			if i == len(body) {
				break
			}
			if wrapped && i == p.lo {
				b.WriteString(map[byte]string{'?': " choose {", '*': " loop { choose {", '@': " loop {"}[p.wrap])
			}
			switch c := body[i]; c {
			case 'l':
				fmt.Fprintf(&b, " event l%d;", t)
			case 'o', 'A', 'B':
				fmt.Fprintf(&b, " event %c;", c)
			case '?':
				b.WriteString(" accept e;")
			case '!':
				b.WriteString(" assert false;")
			case 's':
				fmt.Fprintf(&b, " r = spawn t%d();", p.worker())
			case 'j':
				b.WriteString(" join r;")
			default:
				fmt.Fprintf(&b, " call %s.e;", p.name(int(c-'0')))
			}
		}
		b.WriteString(" }\n")
	}
	return b.String()
}

// specs are the automata: one for each task with local steps, A and B.
func (p *tiny) specs() []string {
	var list []string
	add := func(name string, once bool, symbols []string) {
		quoted := make([]string, len(symbols))
		for i, s := range symbols {
			quoted[i] = `"` + s + `"`
		}
		language := "(.; .)*"
		if once {
			language = "."
		}
		list = append(list, fmt.Sprintf("constraint %s for { %s } all %s", name, strings.Join(quoted, ", "), language))
	}
	var shared []string
	for t, body := range p.bodies {
		var own []string
		if strings.Contains(body, "l") {
			own = append(own, fmt.Sprintf("l%d", t))
		}
		if t == p.spawner() && p.forks[0] == 'l' {
			own = append(own, "spawn "+p.name(p.worker()))
		}
		if t == p.spawner() && p.forks[1] == 'l' {
			own = append(own, "join "+p.name(p.worker()))
		}
		switch p.entries[t] {
		case 'l':
			own = append(own, p.name(t)+".e")
		case 'A':
			shared = append(shared, p.name(t)+".e")
		}
		if len(own) > 0 {
			add(fmt.Sprintf("own%d", t), p.once, own)
		}
	}
	all := strings.Join(p.bodies, "")
	if strings.Contains(all, "A") {
		shared = append(shared, "A")
	}
	if len(shared) > 0 {
		add("a", false, shared)
	}
	if strings.Contains(all, "B") {
		add("b", false, []string{"B"})
	}
	return list
}

// programs yields every program of k statements in two tasks or three, without
// stretches: those in which every call has an accept and the reverse, A and B are
// each in two tasks at least (else they are l), and A comes first. With more
// symbols, each of these occurs once.
func programs(k int, more string, yield func(tiny)) {
	for tasks := 2; tasks <= min(3, k); tasks++ {
		for kind := range 3 {
			q := tiny{dynamic: kind > 0, early: kind == 2}
			bodies := make([]string, tasks)
			q.bodies = bodies
			var fill func(t, left int)
			fill = func(t, left int) {
				if len(bodies[t]) > 0 {
					if t+1 < tasks {
						fill(t+1, left)
					} else if left == 0 {
						p := q
						p.bodies = slices.Clone(bodies)
						all := strings.Join(bodies, "")
						if p.sensible() && !strings.ContainsFunc(more, func(c rune) bool { return strings.Count(all, string(c)) != 1 }) {
							yield(p)
						}
					}
				}
				if left <= tasks-1-t && len(bodies[t]) > 0 || left == 0 {
					return
				}
				old := bodies[t]
				symbols := "olAB?" + more
				for u := range tasks {
					if u != t {
						symbols += string(rune('0' + u))
					}
				}
				if t == q.spawner() {
					symbols += "sj"
				}
				for i := range len(symbols) {
					bodies[t] = old + symbols[i:i+1]
					fill(t, left-1)
				}
				bodies[t] = old
			}
			fill(0, k)
		}
	}
}

func (p *tiny) sensible() bool {
	all := strings.Join(p.bodies, "|")
	entries := make([]byte, len(p.bodies))
	for t, body := range p.bodies {
		calls := strings.Contains(all, string(rune('0'+t)))
		if calls != strings.Contains(body, "?") {
			return false
		}
		entries[t] = ' '
		if calls {
			entries[t] = 'o'
		}
	}
	p.entries, p.forks = string(entries), "oo"
	if p.dynamic {
		spawner := p.bodies[p.spawner()]
		s, j := strings.Index(spawner, "s"), strings.Index(spawner, "j")
		if strings.Count(all, "s") != 1 || strings.Count(all, "j") > 1 || j >= 0 && j < s {
			return false
		}
	}
	a, b := strings.Index(all, "A"), strings.Index(all, "B")
	return (b < 0 || a >= 0 && a < b) && p.spread("B") != 1
}

// spread is the number of tasks that have a symbol.
func (p *tiny) spread(symbol string) int {
	n := 0
	for _, b := range p.bodies {
		if strings.Contains(b, symbol) {
			n++
		}
	}
	return n
}

// variants yields a program under all choices of automata, and with all
// stretches if it is to have some.
func (p tiny) variants(stretches bool, yield func(tiny)) {
	var colour func(t int)
	entries := []byte(p.entries)
	colour = func(t int) {
		if t < len(entries) {
			colours := "o"
			if entries[t] != ' ' {
				colours = "olA"
			} else {
				colour(t + 1)
				return
			}
			old := entries[t]
			for _, c := range []byte(colours) {
				entries[t] = c
				colour(t + 1)
			}
			entries[t] = old
			return
		}
		q := p
		q.entries = string(entries)
		if p.spread("A") == 1 && !strings.Contains(q.entries, "A") {
			return // the same as l
		}
		if !q.dynamic {
			yield(q)
		} else {
			for _, q.forks = range []string{"oo", "lo", "ol", "ll"} {
				if q.forks[1] == 'o' || strings.Contains(q.bodies[q.spawner()], "j") {
					yield(q)
				}
			}
			q.forks = "oo"
		}
		if strings.Contains(q.entries, "l") {
			q.once = true
			yield(q)
			q.once = false
		}
		if !stretches {
			return
		}
		for t, body := range p.bodies {
			for lo := range body {
				for hi := lo + 1; hi <= len(body); hi++ {
					for _, w := range []byte("?*@") {
						if w == '@' && hi < len(body) {
							continue // nothing behind it is reached
						}
						q.wrap, q.task, q.lo, q.hi = w, t, lo, hi
						yield(q)
					}
				}
			}
		}
	}
	colour(0)
}

var specCache = map[string]*automata.Spec{}

// load makes the problem: its automata and all MIP edges.
func (p *tiny) load(t testing.TB) (*monitor.Set, *mip.EdgeSet) {
	src := p.source()
	prog, ds := lang.Load("tiny.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	s, err := monitor.Analyse(prog)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	rel := mip.MHP(prog)
	g := tfg.Build(prog, rel.ActionReachable)
	ch := monitor.Choice{Errors: strings.Contains(strings.Join(p.bodies, ""), "!")}
	for k, comp := range s.M.Comps {
		if comp.Kind == sem.Position && p.positions>>comp.Task&1 == 1 {
			ch.Components = append(ch.Components, sem.CompID(k))
		}
	}
	for _, text := range p.specs() {
		sp := specCache[text]
		if sp == nil {
			specs, ds := fsa.Parse("tiny.fsa", []byte(text))
			if ds.HasErrors() {
				t.Fatalf("%v\n%s", ds.All, text)
			}
			sp = specs[0]
			specCache[text] = sp
		}
		b, ds := monitor.BindAll(nil, s, []*automata.Spec{sp}, false)
		if ds.HasErrors() {
			t.Fatalf("%v\n%s\n%s", ds.All, src, text)
		}
		ch.Constraints = append(ch.Constraints, b...)
	}
	set := monitor.Compile(s, g, ch)
	return set, mip.Edges(g, rel, set.Visible)
}

func (p *tiny) String() string { return p.source() + strings.Join(p.specs(), "\n") }

// lengths of runs: those of programs without loops are all listed.
func (p *tiny) lengths() (class, run int) {
	if p.wrap == '*' || p.wrap == '@' {
		return p.size(), p.size() + 3
	}
	return 31, 31
}

// tally is what the rules keep over a part of the space.
type tally struct {
	problems, classes                             int
	edges, paper, safe, early, late, best, fewest int
}

// judge compares all rules on one problem.
func (p *tiny) judge(t *testing.T, sum *tally) {
	s, e := p.load(t)
	if e.Count() == 0 {
		return
	}
	class, run := p.lengths()
	c := classesOf(s, e, run)
	if c.tooMany {
		return
	}
	if len(c.notEdges) > 0 {
		t.Errorf("neither a path nor an edge: %v\n%s", c.notEdges, p)
	}
	sum.problems++
	sum.classes += len(c.byClass)
	sum.edges += e.Count()
	sum.paper += porelim.Paper(s, e).Count()
	safe := porelim.Safe(s, e)
	early, late := porelim.NormalForm(s, e, porelim.Early), porelim.NormalForm(s, e, porelim.Late)
	sum.safe += safe.Count()
	sum.early += early.Count()
	sum.late += late.Count()
	sum.best += porelim.Normal(s, e).Count()
	sum.fewest += c.fewest()
	p.compareWithTwins(t, s, e)
	for name, kept := range map[string]*mip.EdgeSet{"safe": safe, "early": early, "late": late} {
		if lost := c.loses(kept, class); lost != "" {
			t.Errorf("%s loses %s\n%s", name, lost, p)
		}
	}
}

// compareWithTwins demands that the rules keep the edges that docs/theory.md says, one by one, and late none that safe
// does not keep.
func (p *tiny) compareWithTwins(t *testing.T, s *monitor.Set, e *mip.EdgeSet) {
	safe, late := porelim.Safe(s, e), porelim.NormalForm(s, e, porelim.Late)
	for _, r := range []struct {
		name       string
		kept, twin *mip.EdgeSet
	}{
		{"safe", safe, twinSafe(s, e, everything)},
		{"early", porelim.NormalForm(s, e, porelim.Early), twinForm(s, e, porelim.Early, everything)},
		{"late", late, twinForm(s, e, porelim.Late, everything)},
	} {
		for i := range e.Nodes {
			for j := range e.Nodes {
				if r.kept.M.Has(i, j) != r.twin.M.Has(i, j) {
					t.Errorf("%s, edge %s -> %s: kept %v, by the definition %v\n%s", r.name, s.G.NodeString(e.Nodes[i]),
						s.G.NodeString(e.Nodes[j]), r.kept.M.Has(i, j), r.twin.M.Has(i, j), p)
				}
				if r.name == "late" && late.M.Has(i, j) && !safe.M.Has(i, j) {
					t.Errorf("late keeps %s -> %s, safe does not\n%s", s.G.NodeString(e.Nodes[i]), s.G.NodeString(e.Nodes[j]), p)
				}
			}
		}
	}
}

// sizes are the largest programs: with stretches, and without.
func sizes() (stretched, plain int) {
	if trial.Long() {
		return 5, 6
	}
	return 4, 4
}

// The rows of a table in docs/results.md: statements, problems, classes, edges
// under none, paper, safe, early, late, normal, and the fewest that lose nothing.
func TestExhaustive(t *testing.T) {
	published, err := os.ReadFile("../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	stretched, plain := sizes()
	if !trial.More() {
		stretched, plain = 3, 3 // the next ones take seconds
	}
	for k := 2; k <= plain; k++ {
		var sum tally
		programs(k, "", func(p tiny) {
			p.variants(k <= stretched, func(q tiny) {
				if !t.Failed() {
					q.judge(t, &sum)
				}
			})
		})
		row := fmt.Sprintf("| %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |",
			k, sum.problems, sum.classes, sum.edges, sum.paper, sum.safe, sum.early, sum.late, sum.best, sum.fewest)
		t.Log(row)
		if !t.Failed() && !strings.Contains(string(published), "\n"+row+"\n") {
			t.Errorf("docs/results.md does not have the row %s", row)
		}
		if sum.fewest > sum.best || sum.best > sum.safe || sum.safe > sum.edges {
			t.Error("the rules are out of order")
		}
	}
}

// A step with a watched error ends a path, and all such steps are boundary
// nodes that depend on each other.
func TestExhaustiveErrors(t *testing.T) {
	var sum tally
	_, plain := sizes()
	for k := 2; k <= min(plain, 5); k++ {
		programs(k, "!", func(p tiny) {
			p.variants(k < 4, func(q tiny) {
				if !t.Failed() {
					q.judge(t, &sum)
				}
			})
		})
	}
	t.Logf("%+v", sum)
	if sum.problems < 1000 || sum.best <= sum.fewest {
		t.Error("too few problems to mean anything")
	}
}

// Task automata, of every set of tasks, beside the other automata: they see
// rendezvous, spawn and join, and they reject.
func TestExhaustivePositions(t *testing.T) {
	var sum tally
	_, plain := sizes()
	for k := 2; k < min(plain, 5); k++ {
		programs(k, "", func(p tiny) {
			p.variants(true, func(q tiny) {
				for q.positions = 1; q.positions < 1<<len(q.bodies); q.positions++ {
					if !t.Failed() {
						q.judge(t, &sum)
					}
				}
			})
		})
	}
	t.Logf("%+v", sum)
	if sum.problems < 1000 || sum.best <= sum.fewest {
		t.Error("too few problems to mean anything")
	}
}
