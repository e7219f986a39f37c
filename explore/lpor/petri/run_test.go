package petri

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"flavers/explore"
	"flavers/internal/trial"
)

// example reads a net of examples/nets.
func example(t *testing.T, name string) *Net {
	t.Helper()
	file := filepath.Join("..", "..", "..", "examples", "nets", name+".pnml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, problems := Parse(file, text)
	if len(problems.All) > 0 {
		t.Fatal(problems.All)
	}
	return n
}

// ways are explorers and options; with a depth where there is no set.
var ways = []explore.Options{
	{Algorithm: States}, {Algorithm: States, DepthFirst: true, HighestFirst: true}, {Algorithm: Full, Depth: 12},
	{}, {Net: "off"}, {Net: "on", Initial: "first"}, {Net: "state", Initial: "last", Shortest: true}, {Stateless: true, Depth: 60, HighestFirst: true},
}

// The examples have the dead markings that their comments name, by all ways.
func TestExamples(t *testing.T) {
	for name, want := range map[string]struct {
		states int64
		dead   []string
	}{
		"figure1":              {5, []string{"c done1", "done3"}},
		"figure2":              {11, []string{"", "y"}},
		"philosophers":         {82, []string{"one0 one1 one2 one3 one4"}},
		"philosophers_ordered": {70, nil},
		"railway":              {14, []string{"e_west w_east", "free_west free_east closed"}},
	} {
		n := example(t, name)
		for _, opt := range ways {
			if opt.MaxExecutions = 0; opt.Algorithm == Full || opt.Stateless {
				if opt.Depth = 12; name[0] == 'p' {
					continue // it goes on for ever
				}
			}
			r, err := Run(context.Background(), n, opt)
			if err != nil {
				t.Fatal(err)
			}
			var dead []string
			for _, d := range r.Dead {
				dead = append(dead, n.Format(d.Marking))
			}
			slices.Sort(dead)
			want.dead = slices.Sorted(slices.Values(want.dead))
			if !slices.Equal(dead, want.dead) || !r.Complete || r.Algorithm == States && r.States != want.states || r.States > want.states {
				t.Errorf("%s %+v: %+v, dead %q, not %q", name, opt, r.Result, dead, want.dead)
			}
		}
	}
}

// The second figure: fewer markings with necessary enabling transitions.
func TestFigure2Reduction(t *testing.T) {
	n := example(t, "figure2")
	var got []int64
	for _, net := range []string{"off", "on", "state"} {
		r, err := Run(context.Background(), n, explore.Options{Net: net, Initial: "first"})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.States)
	}
	if !slices.Equal(got, []int64{11, 9, 9}) {
		t.Errorf("markings with NET off, on, state: %d", got)
	}
}

// Every way finds the dead markings of the plain search, by firing sequences
// that lead there; breadth first, by shortest ones.
func TestRunRandomNets(t *testing.T) {
	compared, dead, unbounded := 0, 0, 0
	for seed := range trial.Seeds(t, 300) {
		n := random(rand.New(rand.NewPCG(seed, 17)))
		plain, err := Search(n, Options{Full: true, MaxStates: 2000})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(plain.Dead)
		least := map[string]int{}
		for _, opt := range ways {
			if opt.MaxExecutions = 0; opt.Algorithm == Full || opt.Stateless {
				opt.MaxExecutions = 5000
			} else {
				opt.MaxStates = 3000
			}
			r, err := Run(context.Background(), n, opt)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			_ = n.Write(&b)
			if u := r.Unbounded; u != nil {
				unbounded++
				m := [][]int32{n.Start()}
				_, err := n.Follow(slices.Concat(u.Before, u.Again, u.Again), func(_ TransitionID, _, after []int32) bool { m = append(m, after); return true })
				if err != nil || plain.Complete {
					t.Fatalf("seed %d, %+v: %v, bounded %v: not a reason to be unbounded: %+v\n%s", seed, opt, err, plain.Complete, u, &b)
				}
				for _, p := range u.Grows {
					if i := len(u.Before); m[i][p] >= m[i+len(u.Again)][p] || m[i+len(u.Again)][p] >= m[len(m)-1][p] {
						t.Fatalf("seed %d: place %d does not grow", seed, p)
					}
				}
			}
			var found []string
			for _, d := range r.Dead {
				last, err := n.Follow(d.Schedule, nil)
				if err != nil || !slices.Equal(last, d.Marking) || len(n.System().Enabled(nil, last)) > 0 {
					t.Fatalf("seed %d, %+v: %v leads to %v, %v", seed, opt, d.Schedule, last, err)
				}
				text := n.Format(last)
				found = append(found, text)
				if k, known := least[text]; known && len(d.Schedule) < k {
					t.Fatalf("seed %d, %+v: %d steps to %q, fewer than breadth first, %d", seed, opt, len(d.Schedule), text, k)
				}
				if opt.Algorithm == States && !opt.DepthFirst {
					least[text] = len(d.Schedule)
				}
				again, fits, err := n.ParseSchedule(n.FormatSchedule(d.Schedule))
				if err != nil || !fits || !slices.Equal(again, d.Schedule) {
					t.Fatalf("seed %d: the schedule %v is read as %v, %v", seed, d.Schedule, again, err)
				}
			}
			slices.Sort(found)
			if !plain.Complete || !r.Complete {
				continue
			}
			compared++
			dead += len(found)
			if len(found) < maxDead && !slices.Equal(found, plain.Dead) || len(found) == maxDead && len(plain.Dead) < maxDead {
				t.Fatalf("seed %d, %+v: dead %q, not %q\n%s", seed, opt, found, plain.Dead, &b)
			}
		}
	}
	t.Logf("%d searches compared, %d dead markings, %d reasons to be unbounded", compared, dead, unbounded)
	if n := trial.Count(t, 300); compared < 4*n || dead < compared/3 || n >= 1000 && unbounded < n/20 {
		t.Errorf("only %d searches compared, %d dead markings, %d unbounded", compared, dead, unbounded)
	}
}

// A net that is not bounded ends, and is known as such; with limits at these.
func TestUnbounded(t *testing.T) {
	n := example(t, "unbounded")
	for _, opt := range ways {
		opt.Depth = 0
		if opt.Initial == "last" { // always empties the buffer
			r, err := Run(context.Background(), n, opt)
			if err != nil || !r.Complete || r.Unbounded == nil || r.Deadlocks > 0 || r.States != 3 {
				t.Errorf("%+v: %+v, %v", opt, r, err)
			}
			continue
		}
		r, err := Run(context.Background(), n, opt)
		if err != nil || r.Complete || r.Limit != "unbounded" && !opt.Stateless || r.Unbounded == nil {
			t.Errorf("%+v: %+v, %v", opt, r, err)
		}
		opt.Depth, opt.Stateless = 0, false
		opt.MaxStates = 500
		if r, err = Run(context.Background(), n, opt); err != nil || r.Complete || r.Limit != "states" && r.Limit != "depth" || r.Unbounded == nil {
			t.Errorf("%+v: %+v, %v", opt, r, err)
		}
	}
	// Tokens that cannot be counted end the search; nothing is claimed about them.
	n = New("a")
	n.Mark("a", 1)
	n.Add("t", "a", "a a")
	n.Transitions[0].Puts[0].Weight = 1 << 30
	r, err := Run(context.Background(), n, explore.Options{MaxStates: 100})
	if err != nil || r.Complete || r.Limit != "model" || r.Deadlocks > 0 {
		t.Errorf("%+v, %v", r.Result, err)
	}
}

// wide has as many markings as there are subsets of n transitions.
func wide(n int) *Net {
	net := &Net{}
	for i := range n {
		net.Places = append(net.Places, Place{ID: fmt.Sprint("a", i), Tokens: 1}, Place{ID: fmt.Sprint("b", i)})
		net.Transitions = append(net.Transitions, Transition{ID: fmt.Sprint("t", i), Takes: []Arc{{PlaceID(2 * i), 1}}, Puts: []Arc{{PlaceID(2*i + 1), 1}}})
	}
	return net
}

func TestRunLimits(t *testing.T) {
	n := wide(40)
	for limit, opt := range map[string]explore.Options{
		"states": {Algorithm: States, MaxStates: 10}, "depth": {Depth: 5}, "executions": {Algorithm: Full, MaxExecutions: 3},
		"memory": {Algorithm: States, MaxMemory: 100_000}, "first finding": {StopAtFirst: true},
	} {
		r, err := Run(context.Background(), n, opt)
		if err != nil || r.Complete || r.Limit != limit {
			t.Errorf("%s: %+v, %v", limit, r.Result, err)
		}
	}
	for _, opt := range []explore.Options{{Algorithm: States}, {Algorithm: States, DepthFirst: true}, {Algorithm: Full}} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		r, err := Run(ctx, n, opt)
		cancel()
		if err != nil || r.Complete || r.Limit != "time" || r.Transitions == 0 || r.Seconds > 10 {
			t.Errorf("%+v: %+v, %v", opt, r.Result, err)
		}
		cancelled, cancel := context.WithCancel(context.Background())
		cancel()
		if r, err := Run(cancelled, n, opt); err != nil || r.Complete || r.Limit != "interrupt" {
			t.Errorf("%+v: %+v, %v", opt, r.Result, err)
		}
	}
	if r, err := Run(context.Background(), wide(12), explore.Options{}); err != nil || !r.Complete || r.States != 13 {
		t.Errorf("%+v, %v", r.Result, err)
	}
	for _, opt := range []explore.Options{{Algorithm: "optimal"}, {Net: "maybe"}, {Initial: "largest"}} {
		if _, err := Run(context.Background(), n, opt); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
}

func TestParseScheduleErrors(t *testing.T) {
	n := example(t, "figure1")
	good := n.FormatSchedule([]TransitionID{1, 0})
	for _, text := range []string{"", "n1", "1:2:3", "t1:00000000:0", good + ",3", good + ",", good + ",-1", good + ",x"} {
		if _, _, err := n.ParseSchedule(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, fits, err := n.ParseSchedule("n1:00000000:0"); err != nil || fits {
		t.Errorf("a schedule of another net: fits %v, %v", fits, err)
	}
	if _, err := n.Follow([]TransitionID{2}, nil); err == nil {
		t.Error("t3 is fired at the start")
	}
}
