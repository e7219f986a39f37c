package verify_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/invariant"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
	"flavers/verify"
	"flavers/verify/follow"
)

// conditions are invariants over some variables of a program, with what they say of the
// values of a state.
func conditions(p *cfg.Program, seed uint64) (text []string, holds []func(*oracle.State) bool) {
	add := func(c string, of func([]int32) bool) {
		text = append(text, c)
		holds = append(holds, func(s *oracle.State) bool { return of(s.Vars) })
	}
	var ints []int
	for i := range p.Vars {
		if v := &p.Vars[i]; !v.Scratch && v.Type.Kind == cfg.RangeType {
			ints = append(ints, i)
		}
	}
	for k := range min(4, len(ints)) {
		x, y := ints[(int(seed)+k)%len(ints)], ints[(int(seed)/3+2*k)%len(ints)]
		a, b, t := strconv.Quote(p.Vars[x].Name), strconv.Quote(p.Vars[y].Name), p.Vars[x].Type
		c := t.Lo + int32((int(seed)+k)%t.Size())
		switch (int(seed) + k) % 4 {
		case 0:
			add(fmt.Sprintf("%s <= %s + 1", a, b), func(v []int32) bool { return v[x] <= v[y]+1 })
		case 1:
			add(fmt.Sprintf("!(%s == %d) || %s < %d", a, c, b, p.Vars[y].Type.Hi), func(v []int32) bool { return v[x] != c || v[y] < p.Vars[y].Type.Hi })
		case 2:
			add(fmt.Sprintf("%s != %d && %s * 2 >= %s - 3", a, t.Hi, a, b), func(v []int32) bool { return v[x] != t.Hi && v[x]*2 >= v[y]-3 })
		default:
			add(fmt.Sprintf("%s / %s < 2", a, b), func(v []int32) bool { return v[y] != 0 && v[x]/v[y] < 2 }) // none where the divisor is 0
		}
	}
	return text, holds
}

// Invariants of random programs, in both lanes, are violated if and only if some state
// that the interpreter visits does not satisfy them: it evaluates them itself, on states,
// and knows nothing of events.
func TestInvariantsOfStates(t *testing.T) {
	invariants(t, trial.Usual(25, 60), gen.Program, conditions)
}

// The same of the lengths of buffers, where channels are also values, and receives wait for what matches.
func TestInvariantsOfLengths(t *testing.T) {
	t.Run("lengths", func(t *testing.T) { invariants(t, trial.Usual(10, 20), gen.Lengths, lengthConditions) })
	t.Run("passed", func(t *testing.T) { invariants(t, trial.Usual(6, 12), gen.Passed, lengthConditions) })
	t.Run("tuples", func(t *testing.T) { invariants(t, trial.Usual(6, 12), gen.Tuples, lengthConditions) })
}

// lengthConditions are such conditions over lengths, and over x, which all these programs have.
func lengthConditions(p *cfg.Program, seed uint64) (text []string, holds []func(*oracle.State) bool) {
	x := slices.IndexFunc(p.Vars, func(v cfg.Var) bool { return v.Name == "x" })
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind != cfg.ChanObject || o.Cap == 0 {
			continue
		}
		n := func(s *oracle.State) int { return len(s.Objects[i].Queue) }
		switch (int(seed) + i) % 5 {
		case 0:
			text = append(text, fmt.Sprintf("len(%s) < %d", o.Name, o.Cap))
			holds = append(holds, func(s *oracle.State) bool { return n(s) < int(o.Cap) })
		case 1:
			text = append(text, fmt.Sprintf("!full(%s) || x > 1", o.Name))
			holds = append(holds, func(s *oracle.State) bool { return n(s) < int(o.Cap) || s.Vars[x] > 1 })
		case 2:
			text = append(text, fmt.Sprintf("empty(%s) || x + len(%[1]s) > 1", o.Name))
			holds = append(holds, func(s *oracle.State) bool { return n(s) == 0 || int(s.Vars[x])+n(s) > 1 })
		case 3: // false where a receive takes what a store in x has seen
			text = append(text, fmt.Sprintf("!empty(%s) || x < 1", o.Name))
			holds = append(holds, func(s *oracle.State) bool { return n(s) > 0 || s.Vars[x] < 1 })
		default:
			text = append(text, fmt.Sprintf("len(%s) * 2 != x", o.Name))
			holds = append(holds, func(s *oracle.State) bool { return n(s)*2 != int(s.Vars[x]) })
		}
	}
	return text, holds
}

func invariants(t *testing.T, usual int, program func([]byte) string,
	conditions func(*cfg.Program, uint64) ([]string, []func(*oracle.State) bool)) {

	broken, kept := 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := program(trial.Bytes(seed, 1, 250))
		plain := trial.Program(t, src)
		text, holds := conditions(plain, seed)
		if len(text) == 0 {
			continue
		}
		file := ""
		for i, c := range text {
			file += fmt.Sprintf("invariant i%d { %s }\n", i, c)
		}
		specs, ds := fsa.ParseFor("i.fsa", []byte(file), fsa.Environment{Constants: plain.Constants})
		if ds.HasErrors() {
			t.Fatal(file, ds.All)
		}
		p, specs, ds := invariant.Attach(plain, specs)
		if ds.HasErrors() {
			t.Fatal(file, ds.All)
		}
		violated := make([]bool, len(text))
		_, complete := oracle.Visit(plain, 4000, func(s *oracle.State, _ []oracle.Step) {
			for i := range holds {
				violated[i] = violated[i] || !holds[i](s)
			}
		})
		if !complete {
			continue
		}
		c := verify.Check(t.Context(), p, specs, verify.Options{Deadlock: "off"})
		for i, want := range violated {
			r := &c.Results[i]
			if r.Verdict != report.Holds && r.Verdict != report.Violated {
				continue
			}
			if (r.Verdict == report.Violated) != want {
				t.Fatalf("seed %d: %s is %s, of states %v, in\n%s", seed, text[i], r.Verdict, want, src)
			}
			if !want {
				kept++
				continue
			}
			broken++
			if len(r.Values) == 0 || len(r.Vacuous) > 0 {
				t.Errorf("seed %d: no values where %s is false", seed, text[i])
			}
			if run, _ := follow.Run(p, specs, r.Schedule); !run.Final[i].Violated {
				t.Fatalf("seed %d: the schedule of %s does not show it", seed, text[i])
			}
			lengthsShown(t, p, r, seed, src)
		}
		for _, algorithm := range []string{"states", "optimal", "dpor", "dpor-classic"} {
			r, err := explore.Run(t.Context(), p, specs, explore.Options{Algorithm: algorithm, MaxExecutions: 3000, Depth: 200})
			if err != nil {
				continue // it is not for this program
			}
			for i, want := range violated {
				if got := r.Violates(specs[i].Name); got && !want || !got && want && r.Complete {
					t.Fatalf("seed %d: %s: %s is violated: %v, of states %v, in\n%s", seed, algorithm, text[i], got, want, src)
				}
			}
		}
		for i := range specs { // by the events of the interpreter
			if got, complete, _, err := oracle.Violates(p, nil, specs[i], 4000); err != nil || complete && got != violated[i] {
				t.Fatalf("seed %d: by events %s is violated: %v, %v", seed, text[i], got, err)
			}
		}
	}
	if n := trial.Count(t, usual); min(broken, kept) < max(1, n/8) {
		t.Errorf("%d invariants are violated, %d hold", broken, kept)
	}
}

// lengthsShown compares the lengths that are shown for a violation with what the channels hold where its
// schedule ends.
func lengthsShown(t *testing.T, p *cfg.Program, r *report.Result, seed uint64, src string) {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	steps, _, err := sem.ParseSchedule(p, r.Schedule)
	if err != nil {
		t.Fatal(err)
	}
	state := m.Start()
	for _, c := range steps {
		state = m.Outcomes(nil, state, p.Actions[c.Action], false)[c.Outcome].Next
	}
	for _, v := range r.Values {
		for o := range p.Objects {
			if v.Name != "len("+p.Objects[o].Name+")" {
				continue
			}
			held := strings.Fields(strings.TrimSuffix(m.ChannelString(cfg.ObjectID(o), state), "closed"))
			if v.Value != fmt.Sprint(len(held)) {
				t.Fatalf("seed %d: %s is %s where the channel holds %q after\n%s\n%s", seed, v.Name, v.Value, held, r.Schedule, src)
			}
		}
	}
}

// Only what is true after a whole step counts, and the report shows the values.
func TestInvariantInWords(t *testing.T) {
	p := trial.Program(t, "const N = 2\nshared x, y 0..N\nenum P { idle, busy }\ntask t { var ph P; atomic { x = 1; y = 1 }; ph = busy; x = 2 }\nchan c 0..2\ntask s { c <- 2 }\ntask r { y = <-c }")
	specs, ds := fsa.ParseFor("i.fsa", []byte(`invariant atomic { x <= y || x == N }
invariant order { x <= y }
invariant received { y != N }
invariant start { x == 1 }
invariant phase { t.ph == idle || x > 0 }
invariant each[i in 0..1] { x != i + 1 }
`), fsa.Environment{Constants: p.Constants})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	p, specs, ds = invariant.Attach(p, specs)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	c := verify.Check(t.Context(), p, specs, verify.Options{Check: true})
	for i, want := range []report.Verdict{report.Holds, report.Violated, report.Violated, report.Violated, report.Holds, report.Violated} {
		if r := &c.Results[i]; r.Verdict != want {
			t.Errorf("%s is %s, want %s", r.Property, r.Verdict, want)
		}
	}
	var b bytes.Buffer
	if err := c.WriteText(&b, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"After step 3 order is false: x = 2, y = 1.", "received is false: y = 2.", "In the first state start is false: x = 0.", "each[0] is false: x = 1"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// What has no meaning in a program is refused, each with a hint where there is one.
func TestInvariantRefused(t *testing.T) {
	p := trial.Program(t, "shared x 0..2\nshared b bool\nenum P { idle }\nshared f P\ntask t { x = 1; b = true; f = idle }")
	for text, want := range map[string]string{
		"y == 1": `no variable "y"`, "x": "not true or false", "x == b": "different types", "b < true": "no order", "!x": "true or false is expected",
		"b + 1 == 2": "a number is expected", "x && b": "true or false is expected", "f == x": "different types", "-b == 1": "a number is expected",
	} {
		specs, ds := fsa.ParseFor("i.fsa", []byte("invariant i { "+text+" }"), fsa.Environment{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		if _, _, ds = invariant.Attach(p, specs); !ds.HasErrors() || !strings.Contains(ds.All[0].Message, want) {
			t.Errorf("%s: %v, want %s", text, ds.All, want)
		}
	}
}
