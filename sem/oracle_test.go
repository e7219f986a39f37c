package sem_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

func randomBytes(seed uint64, n int) []byte { return trial.Bytes(seed, 7, n) }

// The machine agrees, step by step and event by event, with the interpreter
// that was written apart from it; and every table of cases agrees with the
// steps it stands for.
func TestAgainstOracle(t *testing.T) {
	if held, n := againstOracle(t, 400, gen.Program); held == 0 && n >= 1000 { // it is rare
		t.Error("in no state only another step keeps a task from terminating")
	}
}

// The same with actors, loopers and processes.
func TestMessagesAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.MessagePassing) }

// The same with lengths of buffers.
func TestLengthsAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Lengths) }

// The same with arrays of channels, and channels as values.
func TestChannelsAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Passed) }

// The same with messages of several fields.
func TestTuplesAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Tuples) }

// The same with choices and loops in one step.
func TestStepsAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Steps) }

// The same with receives that tell whether a channel is closed, and loops over one.
func TestSyncAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Sync) }

// The same with wait groups, conditions and what is executed once.
func TestGroupsAgainstOracle(t *testing.T) { againstOracle(t, 250, gen.Groups) }

func againstOracle(t *testing.T, limit int, program func([]byte) string) (held, programs int) {
	usual := trial.Usual(35, 100)
	programs = trial.Count(t, usual)
	states, kept := 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := program(randomBytes(seed, 220))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
		}
		m, err := sem.New(p)
		if seed%4 == 1 {
			m, err = sem.NewWithRings(p) // every buffer as a ring
		} else if seed%4 == 2 {
			m, err = sem.NewWithEnds(p)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		c := &comparer{t: t, m: m, p: p, what: fmt.Sprintf("seed %d\n%s", seed, src)}
		for v, written := range cfg.Written(p) {
			if !written && !p.Vars[v].Scratch {
				c.kept = append(c.kept, cfg.VarID(v))
			}
		}
		states += c.run(limit)
		held += c.held
		kept += min(len(c.kept), 1)
		if t.Failed() {
			return held, programs
		}
	}
	t.Logf("%d states; a terminate is held up in %d; %d programs have a variable that no step writes", states, held, kept)
	if states < 15*programs {
		t.Errorf("only %d states compared: the programs are too trivial", states)
	}
	return held, programs
}

type comparer struct {
	t     *testing.T
	m     *sem.Machine
	p     *cfg.Program
	what  string
	cases [][]sem.Case

	kept []cfg.VarID // no step writes them: tables leave them out

	noTables bool
	held     int // states where every task rests or could terminate, and another step is possible
}

func (c *comparer) run(limit int) int {
	for _, a := range c.p.Actions {
		k, err := c.m.Cases(a)
		if large := (*sem.TooLarge)(nil); errors.As(err, &large) && large.Object.Kind == cfg.QueueObject {
			c.noTables = true // for execution only; monitor.Analyse makes another machine
			break
		}
		if err != nil {
			c.t.Fatalf("%v\n%s", err, c.what)
		}
		c.cases = append(c.cases, k)
	}
	type pair struct {
		vec []int32
		st  *oracle.State
	}
	todo := []pair{{c.m.Start(), oracle.Start(c.p)}}
	seen := map[string]bool{fmt.Sprint(todo[0].vec): true}
	for i := 0; i < len(todo) && i < limit; i++ {
		at := todo[i]
		if a, b := c.vecKey(at.vec), c.stateKey(at.st); a != b {
			c.t.Fatalf("states differ:\n%s\n%s\n%s", a, b, c.what)
		}
		mine := map[string][]int32{}
		var a, b []string
		outs := c.m.Successors(at.vec, true)
		if c.holdsUp(at.vec, outs) {
			c.held++
		}
		for _, o := range outs {
			key := fmt.Sprintf("%d ", o.Action)
			if o.Err != nil {
				key += "error " + o.Err.Kind.String()
			} else {
				for _, v := range c.kept {
					if o.Next[c.m.Var(v)] != at.vec[c.m.Var(v)] {
						c.t.Fatalf("%s is written after all\n%s", c.p.Vars[v].Name, c.what)
					}
				}
				key += c.occ(o.Occ) + " " + c.vecKey(o.Next)
				mine[key] = o.Next
			}
			a = append(a, key)
		}
		other := map[string]*oracle.State{}
		for _, s := range oracle.Steps(c.p, at.st) {
			key := fmt.Sprintf("%d ", s.Action)
			if s.Failed {
				key += "error " + s.Error.String()
			} else {
				names := ""
				for _, e := range s.Events {
					names += fmt.Sprint(e.Names, e.Tasks)
				}
				key += names + " " + c.stateKey(s.Next)
				other[key] = s.Next
			}
			b = append(b, key)
		}
		slices.Sort(a)
		slices.Sort(b)
		a, b = slices.Compact(a), slices.Compact(b)
		if !slices.Equal(a, b) {
			c.t.Fatalf("steps differ from %s:\nmachine:\n  %s\ninterpreter:\n  %s\n%s", c.vecKey(at.vec),
				strings.Join(a, "\n  "), strings.Join(b, "\n  "), c.what)
		}
		if !c.noTables {
			c.table(at.vec, outs)
		}
		for key, vec := range mine {
			if k := fmt.Sprint(vec); !seen[k] {
				seen[k] = true
				todo = append(todo, pair{vec, other[key]})
			}
		}
	}
	return len(todo)
}

// holdsUp reports whether some task could terminate, and every other one too or
// rests, if no other step were possible.
func (c *comparer) holdsUp(vec []int32, outs []sem.Outcome) bool {
	some := false
	for t := range c.p.Tasks {
		t := cfg.TaskID(t)
		v := vec[c.m.Pos(t)]
		terminates := false
		if q := c.m.Point(t, v); q != cfg.None {
			for _, n := range c.p.Points[q].Nodes {
				_, is := c.p.Nodes[n].Op.(cfg.Terminate)
				terminates = terminates || is
			}
		}
		some = some || terminates
		if !terminates && !c.m.Rests(t, v) {
			return false
		}
	}
	return some && len(outs) > 0 && !slices.ContainsFunc(outs, func(o sem.Outcome) bool {
		_, is := c.p.Nodes[c.p.Actions[o.Action].A].Op.(cfg.Terminate)
		return is
	})
}

// table applies the cases of every action to a vector and compares with the
// outcomes of the concrete step.
func (c *comparer) table(vec []int32, outs []sem.Outcome) {
	var want, got []string
	for _, o := range outs {
		if o.Err != nil {
			want = append(want, fmt.Sprint(o.Action, o.Err))
		} else {
			want = append(want, fmt.Sprint(o.Action, o.Next, c.occ(o.Occ)))
		}
	}
	for a, cases := range c.cases {
	next:
		for _, k := range cases {
			now := slices.Clone(vec)
			for _, mv := range k.Moves {
				i := slices.IndexFunc(mv.Pairs, func(q sem.Pair) bool { return q.From == vec[mv.Comp] })
				if i < 0 {
					continue next
				}
				now[mv.Comp] = mv.Pairs[i].To
			}
			if k.Err != nil {
				got = append(got, fmt.Sprint(a, k.Err))
			} else {
				got = append(got, fmt.Sprint(a, now, c.occ(k.Occ)))
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	want, got = slices.Compact(want), slices.Compact(got)
	if !slices.Equal(want, got) {
		c.t.Fatalf("cases differ from steps at %v:\nsteps:\n  %s\ncases:\n  %s\n%s", vec,
			strings.Join(want, "\n  "), strings.Join(got, "\n  "), c.what)
	}
}

func (c *comparer) occ(occ []sem.Occurrence) string {
	out := ""
	for _, o := range occ {
		out += fmt.Sprint(o.Names(), o.Owners(c.p))
	}
	return out
}

// vecKey and stateKey write both kinds of state in the same words.
func (c *comparer) vecKey(vec []int32) string {
	var b strings.Builder
	m := c.m
	for i := range m.Comps {
		k := &m.Comps[i]
		v := vec[i]
		switch k.Kind {
		case sem.Position:
			fmt.Fprintf(&b, "t%d=%d ", k.Task, m.Point(k.Task, v))
		case sem.Variable:
			fmt.Fprintf(&b, "v%d=%d ", k.Var, v+c.p.Vars[k.Var].Type.Lo)
		case sem.Started:
			fmt.Fprintf(&b, "f%d=%d ", k.Family, v)
		case sem.Mutex:
			fmt.Fprintf(&b, "o%d.held=%v ", k.Object, v != 0)
		case sem.RWLock:
			fmt.Fprintf(&b, "o%d.held=%v o%d.readers=%d o%d.announced=%v ", k.Object, v%3 == 2, k.Object, v/3, k.Object, v%3 == 1)
		case sem.WaitSet:
			fmt.Fprintf(&b, "o%d.wait%d=%d ", k.Object, k.Task, v)
		case sem.Semaphore, sem.Once:
			fmt.Fprintf(&b, "o%d.count=%d ", k.Object, v)
		case sem.Group: // which may not count all
			fmt.Fprintf(&b, "o%d.zero=%v ", k.Object, v == 0)
		case sem.Channel, sem.RingHead:
			fmt.Fprintf(&b, "o%d.chan=%s ", k.Object, m.ChannelString(k.Object, vec))
		}
	}
	for i := range c.p.Objects {
		if o := &c.p.Objects[i]; o.Box() {
			fmt.Fprintf(&b, "o%d.mail=", o.ID)
			for _, msg := range m.Pending(o.ID, vec) {
				fmt.Fprintf(&b, "%d%v from %d,", msg.Kind, msg.Args, msg.Sender)
			}
		}
	}
	fmt.Fprintf(&b, " over=%v", m.Over(vec))
	return b.String()
}

func (c *comparer) stateKey(s *oracle.State) string {
	var b strings.Builder
	for i := range c.m.Comps {
		k := &c.m.Comps[i]
		var o oracle.Object
		if k.Kind >= sem.Mutex && k.Kind <= sem.RingHead || k.Kind == sem.Group || k.Kind == sem.Once {
			o = s.Objects[k.Object]
		}
		switch k.Kind {
		case sem.Position:
			fmt.Fprintf(&b, "t%d=%d ", k.Task, s.At[k.Task])
		case sem.Variable:
			fmt.Fprintf(&b, "v%d=%d ", k.Var, s.Vars[k.Var])
		case sem.Started:
			fmt.Fprintf(&b, "f%d=%d ", k.Family, s.Started[k.Family])
		case sem.Mutex:
			fmt.Fprintf(&b, "o%d.held=%v ", k.Object, o.Owner != cfg.None)
		case sem.RWLock:
			fmt.Fprintf(&b, "o%d.held=%v o%d.readers=%d o%d.announced=%v ", k.Object, o.Owner != cfg.None, k.Object, o.Readers, k.Object, o.Announced != cfg.None)
		case sem.WaitSet:
			v := 0
			if o.Waiting[k.Task] {
				v = 1
			} else if o.Notified[k.Task] {
				v = 2
			}
			fmt.Fprintf(&b, "o%d.wait%d=%d ", k.Object, k.Task, v)
		case sem.Semaphore, sem.Once:
			fmt.Fprintf(&b, "o%d.count=%d ", k.Object, o.Count)
		case sem.Group:
			fmt.Fprintf(&b, "o%d.zero=%v ", k.Object, o.Count == 0)
		case sem.Channel, sem.RingHead:
			text := ""
			for _, v := range o.Queue {
				text += c.p.Objects[k.Object].Elem.Format(v) + " "
			}
			if o.Closed {
				text += "closed"
			}
			fmt.Fprintf(&b, "o%d.chan=%s ", k.Object, text)
		}
	}
	for i := range c.p.Objects {
		if o := &c.p.Objects[i]; o.Box() {
			fmt.Fprintf(&b, "o%d.mail=", o.ID)
			for _, msg := range s.Objects[i].Mail {
				fmt.Fprintf(&b, "%d%v from %d,", msg.Kind, msg.Args, msg.From)
			}
		}
	}
	fmt.Fprintf(&b, " over=%v", s.Ended(c.p))
	return b.String()
}
