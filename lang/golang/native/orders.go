package native

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// orders is what a binary is asked to do, as gates.txt reads it.
type orders struct {
	Root                  string
	Main                  bool
	Steps                 []order
	Blocked               []string
	Free                  bool
	Seed                  int64
	Try                   int
	Grace, Patience, Most time.Duration
	Out                   string
}

// order is a step, with the gate where it happens.
type order struct {
	Site   int
	Choice bool
	Task   string
	Spawn  string
}

// orders finds the gates of the steps of a schedule. A step of the model that has no gate is left out.
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
			if !o.Choice { // the select last: it may have a default
				out.Steps = append(out.Steps[:n-1], o, out.Steps[n-1])
				continue
			}
			out.Steps[n-1].Choice = false // one select arrives, and the other takes it
		}
		out.Steps = append(out.Steps, o)
	}
	return out
}

// symbol is the name of a function as stacks have it.
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

var header = regexp.MustCompile(`^goroutine \d+ \[([^\],(]*)`)

// goroutines reads stacks as the runtime prints them; blocked are places where goroutines are expected.
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
		if !strings.Contains(g.At, "_testmain.go:") && !strings.Contains(g.At, "zz_flavers_") { // which wait for the root
			out = append(out, g)
		}
	}
	return out
}

// library reports whether a function is one that waits on behalf of another.
func library(name string) bool {
	for _, p := range []string{"runtime.", "sync.", "internal/", "time.", "context.", "golang.org/x/sync/", "testing."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
