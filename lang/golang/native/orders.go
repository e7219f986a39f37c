package native

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// orders is what a binary reads when it starts (gates.txt), in JSON: the schedule in terms of gates, and how long
// gates wait.
type orders struct {
	Root     string        // the name of the root in stack traces
	Main     bool          // Root.Main
	Steps    []order       // in order
	Blocked  []string      // "file:line" where goroutines are expected to be blocked
	Free     bool          // Mode.Free
	Seed     int64         // Mode.Seed
	Try      int           // Mode.Try
	Grace    time.Duration // Mode.Wait
	Patience time.Duration // how long to wait for a step before it is skipped
	Most     time.Duration // how long the run may take
	Out      string        // the file for the outcome
}

// order is a step of a schedule.
type order struct {
	Site   int    // the number of its gate
	Choice bool   // it is an alternative of a select, whose gate knows which one is taken
	Task   string // Step.Task
	Spawn  string // Step.Spawn
}

// orders translates a schedule for a run of a root. Steps without a gate are left out.
func (b *Binary) orders(r Root, s Schedule, m Mode) *orders {
	out := &orders{Root: b.symbol(r), Main: r.Main, Free: m.Free, Seed: m.Seed, Try: m.Try, Grace: m.Wait,
		Patience: max(patience, 4*m.Wait), Most: most}
	for _, w := range s.Blocked {
		line := w.At.Line
		if a, ok := b.arms[w.File][w.At]; ok {
			line = a.line // where the runtime has it
		}
		out.Blocked = append(out.Blocked, fmt.Sprintf("%s:%d", w.File, line))
	}
	for _, step := range s.Steps {
		o := order{Task: step.Task, Spawn: step.Spawn}
		if o.Task == s.Root {
			o.Task = out.Root
		}
		if a, ok := b.arms[step.File][step.At]; ok {
			o.Site, o.Choice = a.site, true
		} else if k, ok := b.sites[step.File][step.At]; ok {
			o.Site = k
		} else {
			continue
		}
		if n := len(out.Steps); step.Joint && n > 0 && out.Steps[n-1].Choice {
			if !o.Choice { // the other operation comes first, as the select may have a default
				out.Steps = append(out.Steps[:n-1], o, out.Steps[n-1])
				continue
			}
			out.Steps[n-1].Choice = false // two selects: the first one waits, and the second one meets it
		}
		out.Steps = append(out.Steps, o)
	}
	return out
}

// symbol returns the name of a root as stack traces have it.
func (b *Binary) symbol(r Root) string {
	p := b.target.ImportPath
	if b.target.Files != nil {
		p = "command-line-arguments"
	}
	if r.External {
		p += "_test"
	}
	dir, last := path.Split(p)
	return dir + strings.ReplaceAll(last, ".", "%2e") + "." + r.Name
}

// header matches the first line of a stack: goroutine 7 [chan receive, 2 minutes].
var header = regexp.MustCompile(`^goroutine \d+ \[([^\],(]*)`)

// goroutines reads stack traces as the runtime prints them. blocked has the places "file:line" where goroutines are
// expected to be blocked.
func goroutines(stacks string, blocked []string) []Goroutine {
	var out []Goroutine
	for _, text := range strings.Split(stacks, "\n\n") {
		lines := strings.Split(text, "\n")
		found := header.FindStringSubmatch(lines[0])
		if found == nil {
			continue
		}
		g := Goroutine{Reason: strings.TrimSpace(found[1])}
		for i := 1; i+1 < len(lines) && !strings.HasPrefix(lines[i], "created by "); i += 2 {
			at, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			g.Expected = g.Expected || slices.Contains(blocked, at)
			name := lines[i]
			if k := strings.LastIndexByte(name, '('); k > 0 {
				name = name[:k]
			}
			if g.Function == "" && !library(name) {
				g.Function, g.At = name, at
			}
			g.Began = name
		}
		ofHarness := strings.Contains(g.At, "_testmain.go:") || strings.Contains(g.At, "zz_flavers_") // it waits for the root
		if !ofHarness {
			out = append(out, g)
		}
	}
	return out
}

// library reports whether a function is one of the library, which waits on behalf of a function that calls it.
func library(name string) bool {
	for _, p := range []string{"runtime.", "sync.", "internal/", "time.", "context.", "golang.org/x/sync/", "testing."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
