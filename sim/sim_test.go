package sim_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
	"flavers/sim"
	"flavers/verify/follow"
)

// script gives lines one by one.
func script(lines ...string) func(string) (string, error) {
	return func(string) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
}

// play runs a session and returns what it printed.
func play(t *testing.T, p *cfg.Program, specs []*automata.Spec, opt sim.Options) (string, *follow.Walk) {
	t.Helper()
	w, err := follow.NewWalk(p, specs)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	opt.Out = &out
	if err := sim.New(w, opt).Run(); err != nil {
		t.Fatal(err)
	}
	return out.String(), w
}

const twoLocks = `program p
lock a
lock b
shared x 0..3
task l { lock a; x = x + 1; lock b; unlock b; unlock a }
task r { lock b; lock a; x = 0; unlock a; unlock b }
`

func specsFor(t *testing.T, text string) []*automata.Spec {
	t.Helper()
	specs, ds := fsa.Parse("p.fsa", []byte(text))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return specs
}

// A person sees what can be done and who waits for whom, takes steps, and goes back and
// forth.
func TestSession(t *testing.T) {
	p := trial.Program(t, twoLocks)
	specs := specsFor(t, "property set { absence of \"x=0\" }\n")
	for _, c := range []struct {
		name  string
		lines string
		want  []string
	}{
		{"first", "", []string{"   1  l  lock a", "   2  r  lock b"}},
		{"take", "1", []string{"step 1: l  lock a", "   1  l  x=1", "   2  r  lock b"}},
		{"why", "1|2|1|w", []string{"step 3: l  x=1", "Deadlock: not all tasks have ended", "l  waits at lock b, for r", "r  waits at lock a, for l"}},
		{"number", "7", []string{"There are steps 1 to 2."}},
		{"zero", "0", []string{"There are steps 1 to 2."}},
		{"empty", "|", []string{"2 steps can be taken: type its number"}},
		{"only one", "1|2|1||", []string{"0 steps can be taken"}},
		{"back", "1|1|b|b|b", []string{"step 1: l  lock a", "This is the beginning."}},
		{"forward", "1|1|b 2|f 9", []string{"step 2: l  x=1"}},
		{"nothing ahead", "f", []string{"Nothing was taken back."}},
		{"another way", "1|b|2|f", []string{"step 1: r  lock b", "Nothing was taken back."}},
		{"goto", "1|1|goto 0|goto 2", []string{"step 2: l  x=1"}},
		{"goto too far", "1|goto 2", []string{"goto takes a number from 0 to 1"}},
		{"task", "t l", []string{"5 steps taken", "step 5: l  unlock a"}},
		{"task steps", "t l 2", []string{"2 steps taken", "step 2: l  x=1"}},
		{"no task", "t nobody", []string{"nobody cannot move alone here"}},
		{"values", "1|1|v", []string{"x       1", "lock a  held by l", "lock b  free"}},
		{"properties", "t r|p", []string{"violated: set (state error)", "set  violated, in state error"}},
		{"steps", "1|s", []string{"1 step, nothing is violated"}},
		{"schedule", "1|schedule", []string{sem.FormatSchedule(p, []sem.Choice{{}})}},
		{"unknown", "fly", []string{"There is no command fly"}},
		{"too many words", "b 1 2", []string{"b takes 1 word"}},
		{"help", "?", []string{"take back the last step, or N"}},
		{"quit", "1|q", []string{"To come back: flavers sim random.tfg 1:"}},
	} {
		got, _ := play(t, p, specs, sim.Options{Lines: script(strings.Split(c.lines, "|")...), Again: "flavers sim random.tfg"})
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, got)
			}
		}
	}
}

// Findings are looked for once, listed, and can be gone to and left backwards; a
// schedule is saved, or it is said why not.
func TestFindAndSave(t *testing.T) {
	p := trial.Program(t, twoLocks)
	asked := 0
	steps, _, err := sem.ParseSchedule(p, trial.Schedule(t, p, "l r l"))
	if err != nil {
		t.Fatal(err)
	}
	saved := ""
	opt := sim.Options{
		Lines: script("find", "find deadlock", "b", "find nothing", "save f", "save full"),
		Find: func() ([]sim.Finding, []string, error) {
			asked++
			return []sim.Finding{{Name: "deadlock", Steps: steps}}, []string{"order"}, nil
		},
		Save: func(file, schedule string) error {
			if file == "full" {
				return errors.New("no space")
			}
			saved = schedule
			return nil
		},
	}
	got, w := play(t, p, nil, opt)
	for _, want := range []string{"find deadlock  3 steps", "Not decided: order.", "Deadlock: not all tasks", "step 2: r  lock b", "There is no finding nothing", "f has the schedule of 2 steps", "no space"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if asked != 1 || saved != w.Schedule()+"\n" {
		t.Errorf("asked %d times, saved %q", asked, saved)
	}
}

// A finding that goes on for ever is not said to have an end.
func TestFindLoop(t *testing.T) {
	p := trial.Program(t, twoLocks)
	steps, _, err := sem.ParseSchedule(p, trial.Schedule(t, p, "l r l"))
	if err != nil {
		t.Fatal(err)
	}
	for loop, want := range map[int]string{0: "This is the end of the execution", 1: "repeats it for ever", 2: "The last 2 steps come back"} {
		got, _ := play(t, p, nil, sim.Options{Lines: script("find", "find served"), Find: func() ([]sim.Finding, []string, error) {
			return []sim.Finding{{Name: "served", Steps: steps, Loop: loop}}, nil, nil
		}})
		if !strings.Contains(got, want) || strings.Contains(got, "again and again") != (loop > 0) ||
			strings.Contains(got, "the end of the execution") != (loop == 0) {
			t.Errorf("a loop of %d:\n%s", loop, got)
		}
	}
}

// Whatever is typed, the schedule of the session is one that can be followed, and leads
// where the session stands.
func TestRandomSessions(t *testing.T) {
	words := []string{"1", "2", "3", "b", "b 2", "f", "f 3", "r", "r 5", "g 0", "g 3", "w", "v", "p", "l", "s", "find", "t %s", "t %s 3", "", "?", "-1", "b x", "schedule"}
	moved := 0
	for seed := range trial.Seeds(t, 80) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 57, 160)))
		if _, err := sem.New(p); err != nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 9))
		var lines []string
		for range 60 {
			line := words[r.IntN(len(words))]
			if strings.Contains(line, "%s") {
				line = fmt.Sprintf(line, p.Tasks[r.IntN(len(p.Tasks))].Name)
			}
			lines = append(lines, line)
		}
		got, w := play(t, p, nil, sim.Options{Seed: seed, Lines: script(lines...), Find: func() ([]sim.Finding, []string, error) { return nil, nil, errors.New("not now") }})
		run, ds := follow.Run(p, nil, w.Schedule())
		here := w.Run()
		if ds.HasErrors() || run.Stuck != "" || len(run.Steps) != w.Steps() || fmt.Sprint(run.Vars, run.Ended, run.Deadlock, run.Error) != fmt.Sprint(here.Vars, here.Ended, here.Deadlock, here.Error) {
			t.Fatalf("seed %d: %s\n%+v\n%+v\n%s", seed, w.Schedule(), run, here, got)
		}
		moved += w.Steps()
	}
	if moved < 200 {
		t.Errorf("only %d steps", moved)
	}
}
