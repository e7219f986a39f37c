package gen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
)

// bytesOf makes up to n random bytes.
func bytesOf(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]byte, r.IntN(n+1))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

func load(t *testing.T, src string) *cfg.Program {
	t.Helper()
	p, list := lang.Load("random.tfg", []byte(src), lang.Options{})
	if list.HasErrors() || p == nil {
		t.Fatalf("does not load: %v\n%s", list.All, src)
	}
	return p
}

func TestSmallest(t *testing.T) {
	src := Program(nil)
	p := load(t, src)
	if len(p.Nodes) > 4 || !strings.Contains(src, "event a") {
		t.Errorf("not small:\n%s", src)
	}
	if padded := Program(make([]byte, 100)); padded != src {
		t.Errorf("zeros change it:\n%s", padded)
	}
}

func TestEveryProgramLoads(t *testing.T) {
	for seed := range trial.Seeds(t, 600) {
		data := bytesOf(seed, 250)
		src := Program(data)
		load(t, src)
		if src != Program(bytes.Clone(data)) {
			t.Fatalf("seed %d: not deterministic", seed)
		}
	}
}

// With each feature alone the programs load too.
func TestEveryFeatureLoads(t *testing.T) {
	for f := Features(1); f < All; f <<= 1 {
		for seed := range trial.Seeds(t, 30) {
			load(t, Options{Features: f}.Program(bytesOf(seed, 250)))
			load(t, Options{Features: All &^ f, Size: 12}.Program(bytesOf(seed, 400)))
		}
	}
}

// Programs with messages load, and their executions do everything that
// messages can.
func TestMessagePassing(t *testing.T) {
	const usual = 150
	n := trial.Count(t, usual)
	seen := map[string]int{}
	var complete, ended, deadlocked, tiny int
	for seed := range trial.Seeds(t, usual) {
		data := bytesOf(seed, 250)
		src := MessagePassing(data)
		p := load(t, src)
		if src != MessagePassing(bytes.Clone(data)) {
			t.Fatalf("seed %d: not deterministic", seed)
		}
		mine := map[string]bool{}
		end, dead := false, false
		states, all := oracle.Visit(p, 2000, func(s *oracle.State, steps []oracle.Step) {
			for _, st := range steps {
				if st.Failed {
					mine["error "+st.Error.String()] = true
					continue
				}
				node := &p.Nodes[p.Actions[st.Action].A]
				cfg.StmtsOf(node.Op, func(s cfg.Stmt) { mine[fmt.Sprintf("%T", s)] = true })
				if op, ok := node.Op.(cfg.Handle); ok {
					mine["handle "+p.Objects[op.Box].Kind.String()] = true
					for what, yes := range map[string]bool{"guarded": op.Guard != nil, "quorum": op.Quorum > 1, "stops": op.Stops,
						"dynamic": !p.Tasks[node.Task].Static()} {
						if yes {
							mine[what] = true
						}
					}
				}
			}
			end = end || s.Ended(p)
			dead = dead || len(steps) == 0 && !s.Ended(p)
		})
		for k := range mine {
			seen[k]++
		}
		for n, yes := range map[*int]bool{&complete: all, &ended: end, &deadlocked: dead, &tiny: states < 10} {
			if yes {
				*n++
			}
		}
	}
	t.Logf("%d programs: %d complete, %d can end, %d can deadlock, %d tiny\n%v", n, complete, ended, deadlocked, tiny, seen)
	if complete < n/2 || ended < n/3 || deadlocked < n/20 || tiny > n/2 {
		t.Errorf("a poor mixture: of %d, %d complete, %d can end, %d can deadlock, %d tiny", n, complete, ended, deadlocked, tiny)
	}
	for _, k := range []string{"handle mailbox", "handle queue", "guarded", "quorum", "stops", "dynamic", "*cfg.Post", "*cfg.Create",
		"*cfg.Choose", "*cfg.Require", "*cfg.Stop", "*cfg.Branch", "error model limit", "error index error"} {
		if n >= 1000 && seen[k] < n/250 {
			t.Errorf("%s in %d of %d programs only", k, seen[k], n)
		}
	}
}

// kind names the operation of a node.
func kind(p *cfg.Program, n *cfg.Node) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", n.Op), "cfg.")
	switch op := n.Op.(type) {
	case cfg.Fail:
		name += ":" + op.Kind.String()
	case cfg.Test:
		if op.Await {
			name = "Await"
		}
	case cfg.Block:
		if len(op.Stmts) > 1 {
			name = "Atomic"
		}
		cfg.Stmts(op.Stmts, func(s cfg.Stmt) {
			switch s := s.(type) {
			case *cfg.Branch:
				name = "AtomicIf"
			case *cfg.Assign:
				if s.Value == nil {
					name = "Any"
				}
			}
		})
		if op.Await {
			name = "AtomicAwait"
		}
	case cfg.Call:
		if op.Extended {
			name += ":extended"
		}
	case cfg.Lock:
		if op.Announced {
			name += ":announced"
		}
	case cfg.Notify:
		if op.All {
			name += ":all"
		}
	}
	return name
}

func TestEveryConstructIsExecuted(t *testing.T) {
	const usual, limit = 150, 3000
	n := trial.Count(t, usual)
	executed := map[string]int{} // programs in which an operation of this kind is executed
	errors := map[cfg.ErrorKind]int{}
	var complete, ended, deadlocked, failing, tiny int
	for seed := range trial.Seeds(t, usual) {
		p := load(t, Program(bytesOf(seed, 250)))
		mine := map[string]bool{}
		count := func(id cfg.NodeID) {
			name := kind(p, &p.Nodes[id])
			if p.Nodes[id].Guard != nil {
				switch p.Nodes[id].Op.(type) {
				case cfg.Accept, cfg.Call, cfg.Send, cfg.Recv, cfg.Terminate:
					mine[name+":guarded"] = true
				}
			}
			mine[name] = true
		}
		end, dead := false, false
		failed := map[cfg.ErrorKind]bool{}
		states, all := oracle.Visit(p, limit, func(s *oracle.State, steps []oracle.Step) {
			for _, st := range steps {
				a := p.Actions[st.Action]
				if st.Failed {
					failed[st.Error] = true
					continue
				}
				count(a.A)
				if a.Joint() {
					count(a.B)
				}
			}
			end = end || s.Ended(p)
			dead = dead || len(steps) == 0 && !s.Ended(p)
		})
		for k := range mine {
			executed[k]++
		}
		for k := range failed {
			errors[k]++
		}
		add := func(n *int, yes bool) {
			if yes {
				*n++
			}
		}
		add(&complete, all)
		add(&ended, end)
		add(&deadlocked, dead)
		add(&failing, len(failed) > 0)
		add(&tiny, states < 10)
	}
	t.Logf("%d programs: %d complete, %d can end, %d can deadlock, %d can fail, %d tiny\n%v\n%v", n, complete, ended, deadlocked, failing, tiny, executed, errors)
	if complete < n*90/100 || ended < n*50/100 || deadlocked < n*8/100 || deadlocked > n*60/100 || failing < n*3/100 || failing > n*50/100 || tiny > n*25/100 {
		t.Errorf("a poor mixture: of %d, %d complete, %d can end, %d can deadlock, %d can fail, %d tiny", n, complete, ended, deadlocked, failing, tiny)
	}
	for _, k := range []string{
		"Silent", "Test", "Await", "Block", "Atomic", "AtomicIf", "AtomicAwait", "Any", "Else", "Terminate", "Terminate:guarded",
		"Call", "Call:extended", "CallEnd", "Accept", "AcceptEnd", "Accept:guarded", "Call:guarded",
		"Send", "Recv", "Send:guarded", "Recv:guarded", "Close", "Lock", "Lock:announced", "Announce", "Unlock", "RLock", "RUnlock", "Acquire", "Release",
		"Wait", "Rewake", "Notify", "Notify:all", "Spawn", "Join",
	} {
		enough := 1000
		if strings.HasSuffix(k, ":guarded") {
			enough = 10_000 // they are rare
		}
		if n >= enough && executed[k] < 4 {
			t.Errorf("%s is executed in %d of %d programs only", k, executed[k], n)
		}
	}
	for _, k := range []cfg.ErrorKind{cfg.RangeError, cfg.IndexError, cfg.DivideError, cfg.AssertError, cfg.LockError, cfg.CloseError, cfg.SpawnError, cfg.JoinError} {
		if n >= 1000 && errors[k] == 0 {
			t.Errorf("no program has a %s", k)
		}
	}
}

// Every feature is in a mixture with others; those of tasks have no messages.
func TestMixtures(t *testing.T) {
	var in Features
	for i, m := range Mixtures() {
		in |= m
		if i < len(TaskMixtures()) && m&Messages != 0 {
			t.Errorf("mixture %d has messages", i)
		}
	}
	// 0 stands for All: procedures and servers are seldom alone the cause of anything.
	if missing := (All | Messages) &^ (in | Procs | Servers); missing != 0 {
		t.Errorf("no mixture has %b", missing)
	}
	for i, m := range FamilyMixtures() {
		if m&Families == 0 {
			t.Errorf("family mixture %d has no families", i)
		}
	}
}

// A restricted program has no other operations.
func TestFeaturesRestrict(t *testing.T) {
	for seed := range trial.Seeds(t, 60) {
		p := load(t, Options{Features: Rendezvous}.Program(bytesOf(seed, 250)))
		for i := range p.Nodes {
			switch p.Nodes[i].Op.(type) {
			case cfg.Call, cfg.CallEnd, cfg.Accept, cfg.AcceptEnd, cfg.Block, cfg.Silent:
			default:
				t.Fatalf("seed %d: %T", seed, p.Nodes[i].Op)
			}
		}
		if len(p.Objects) > 0 && p.Objects[0].Kind != cfg.EntryObject {
			t.Fatalf("seed %d: %+v", seed, p.Objects)
		}
	}
}

// Properties load, react to something in most programs, and go both ways.
func TestSpecs(t *testing.T) {
	const usual = 60
	var holds, violated, clashes, prefixed int
	for seed := range trial.Seeds(t, usual) {
		p := load(t, Program(bytesOf(seed, 200)))
		events := Events(p)
		if len(events) == 0 {
			continue
		}
		data := bytesOf(seed+1_000_000, 60)
		src := Spec(data, events)
		specs, list := fsa.Parse("random.fsa", []byte(src))
		if list.HasErrors() || len(specs) == 0 {
			t.Fatalf("seed %d: %v\n%s", seed, list.All, src)
		}
		con := Constraint(bytesOf(seed+2_000_000, 40), events)
		constraints, list := fsa.Parse("random.fsa", []byte(con))
		if list.HasErrors() || len(constraints) != 1 || constraints[0].Property {
			t.Fatalf("seed %d: %v\n%s", seed, list.All, con)
		}
		if strings.Contains(src, `:`) {
			prefixed++
		}
		for _, s := range specs {
			v, all, _, err := oracle.Violates(p, nil, s, 1500)
			switch {
			case err != nil:
				clashes++
			case v:
				violated++
			case all:
				holds++
			}
			u, complete, _, err := oracle.Violates(p, constraints, s, 1500)
			if err == nil && all && complete && u && !v {
				t.Fatalf("seed %d: a constraint brings a violation\n%s%s", seed, src, con)
			}
		}
	}
	t.Logf("%d hold, %d violated, %d clashes, %d with task prefixes", holds, violated, clashes, prefixed)
	if n := trial.Count(t, usual); holds < n/4 || violated < n/6 || clashes > n/4 || prefixed < n/12 {
		t.Errorf("a poor mixture: %d hold, %d violated, %d clashes, %d with task prefixes", holds, violated, clashes, prefixed)
	}
}

// Most of the patterns that Events proposes stand for something that happens.
func TestEventsHappen(t *testing.T) {
	proposed, happen := 0, 0
	for seed := range trial.Seeds(t, 40) {
		p := load(t, Program(bytesOf(seed, 200)))
		names := map[string][]string{}
		oracle.Visit(p, 1500, func(_ *oracle.State, steps []oracle.Step) {
			for _, st := range steps {
				for _, o := range st.Events {
					for _, name := range o.Names {
						names[name] = append(names[name], o.Tasks...)
					}
				}
			}
		})
		for _, e := range Events(p) {
			proposed++
			pattern, err := automata.ParsePattern(e)
			if err != nil {
				t.Fatal(err)
			}
			for name, tasks := range names {
				if pattern.Match(name, tasks) {
					happen++
					break
				}
			}
		}
	}
	t.Logf("%d of %d", happen, proposed)
	if happen < proposed/2 {
		t.Errorf("only %d of %d proposed patterns happen", happen, proposed)
	}
}

func FuzzProgram(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(bytesOf(1, 200))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := load(t, Program(data))
		if r := oracle.Explore(p, 500); r.States == 0 {
			t.Error("no states")
		}
	})
}

func TestReplicatedLoads(t *testing.T) {
	for seed := range trial.Seeds(t, 300) {
		load(t, Replicated(bytesOf(seed, 80)))
	}
}
