package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// machine says what the figures were measured on.
func machine(ctx context.Context, root string) string {
	tool := func(args ...string) string {
		out, err := exec.CommandContext(ctx, args[0], args[1:]...).Output()
		if err != nil {
			return args[0] + " (version unknown)"
		}
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return line
	}
	memory := ""
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			var kib int64
			if _, err := fmt.Sscan(fields[1], &kib); err == nil {
				memory = fmt.Sprintf(", %d GiB of memory", kib>>20)
			}
		}
	}
	return fmt.Sprintf("%s/%s, %d processors%s; %s; %s; %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), memory,
		runtime.Version(), tool("spin", "-V"), tool("gcc", "--version"))
}

// write makes the document and, beside it, the plot.
func (r *results) write(name string) error {
	var b bytes.Buffer
	picture := strings.TrimSuffix(name, filepath.Ext(name)) + ".svg"
	r.document(&b, filepath.Base(picture))
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return err
	}
	f, err := os.Create(picture)
	if err != nil {
		return err
	}
	if err := r.curves(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func (r *results) document(b *bytes.Buffer, picture string) {
	p := func(format string, args ...any) { fmt.Fprintf(b, format, args...) }
	p("# Performance, beside SPIN\n\n")
	p("`go run ./bench%s` wrote this page; all its figures are of one run.\n", r.flags())
	p("Machine: %s.\n\n", strings.ReplaceAll(r.machine, "; ", ";\n"))
	p(`Each problem has a twin in Promela (bench/promela), with the same steps and the same property. The ways to answer:

| column | what runs |
|---|---|
| check | flavers check with its defaults |
| full product | flavers check --refine all --por none --no-symmetry: every automaton of the program, no reduction |
| states | flavers explore --algorithm states |
| pan | the verifier that SPIN makes, compiled with -O2 -DSAFETY: with partial-order reduction |
| pan, all states | the same with -DNOREDUCE |

Times are CPU seconds, user and system, of one process. SPIN's own time and the compiler's (about a second) are left
out. MiB is the largest resident set. A run may take %s and %d MiB; sizes grow until a run is cut off, or the
next one would clearly be. *beyond SPIN*: it has at most 255 processes, and as many channels.
%s
![CPU seconds by size](%s)

`, r.limit, mebibytes, r.shared(), picture)
	r.summary(p)
	r.refuted(p)
	r.aims(p)
	p("## All sizes\n\n")
	for _, w := range r.rows {
		w.table(p)
	}
}

// shared says what --total left out.
func (r *results) shared() string {
	if r.total == 0 {
		return ""
	}
	text := fmt.Sprintf("\nThe run was to take %s in all, shared among problems and columns; a run may then take less. ", r.total)
	list := r.leftOut()
	if len(list) == 0 {
		return text + "Nothing was left out.\n"
	}
	return text + "Left out:\n\n- " + strings.Join(list, "\n- ") + "\n"
}

type printer func(format string, args ...any)

// summary compares with pan, and says which targets are met.
func (r *results) summary(p printer) {
	p(`## Properties that hold

At the largest size that pan finishes; *ratio* is pan by check. The targets are %d times less time and %d times less
memory, at every size for which pan takes %s or more.

| problem | N | pan, s | check, s | ratio | pan, MiB | check, MiB | ratio | time | memory | why |
|---|---|---|---|---|---|---|---|---|---|---|
`, fasterThanPan, smallerThan, longEnough)
	for _, w := range r.rows {
		fast, small := w.against()
		verdicts := fmt.Sprintf("%s | %s | %s", fast.text(), small.text(), join(fast.because(cmp.Or(w.why.time, w.start(fast, cpuSeconds, "s"))),
			small.because(cmp.Or(w.why.memory, w.start(small, inMiB, "MiB")))))
		c, s, ok := together(w.holds[check], w.holds[pan])
		if !ok {
			l, _ := last(w.holds[pan])
			p("| %s | %d | %s | - | | %s | - | | %s |\n", w.title, l.n, seconds(l), memory(l), verdicts)
			continue
		}
		p("| %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", w.title, c.n, seconds(s), seconds(c),
			quotient(s.cpu.Seconds(), c.cpu.Seconds()),
			memory(s), memory(c), quotient(float64(s.memory), float64(c.memory)), verdicts)
	}
	p("\n`full product` against `pan, all states`, at the largest size that both finish for each width of a tuple.\n")
	p("The target is %g times in 64 bits and %g in 128.\n\n", fasterFull[64], fasterFull[128])
	p("| problem | N | bits | tuples | states | pan, s | full product, s | ratio | target | why |\n")
	p("|---|---|---|---|---|---|---|---|---|---|\n")
	for _, w := range r.rows {
		for _, k := range w.products() {
			p("| %s | %d | %d | %s | %s | %s | %s | %s | %s | %s |\n", w.title, k.own.n, k.own.bits, count(k.own.states),
				count(k.spin.states), seconds(k.spin), seconds(k.own), quotient(k.spin.cpu.Seconds(), k.own.cpu.Seconds()),
				k.text(), k.because(w.why.full))
		}
	}
	p("\nGrowth: the exponent k of a least-squares fit of seconds to N^k, and the largest size. Start-up, the time of the\n")
	p("shortest run, is taken off; runs of less than %s beyond it are left out. An exponential grows faster than\n", fitFrom)
	p("any k; the larger N, the larger k. The target for check is k <= %g.\n\n| problem |", steepest)
	for _, e := range engines {
		p(" %s |", e.name)
	}
	p(" target | why |\n|---|%s---|---|\n", strings.Repeat("---|", len(engines)))
	for _, w := range r.rows {
		p("| %s |", w.title)
		for _, e := range engines {
			p(" %s |", growth(w.holds[e.name]))
		}
		_, f := w.steep()
		p(" %s | %s |\n", f.text(), f.because(w.why.growth))
	}
	p("\n")
}

// join makes one cell of the reasons that there are, each once.
func join(reasons ...string) string {
	reasons = slices.DeleteFunc(reasons, func(s string) bool { return s == "" })
	return strings.Join(slices.Compact(reasons), "; ")
}

func growth(list []figure) string {
	f, ok := last(list)
	if !ok {
		return "-"
	}
	text := fmt.Sprintf("N=%d", f.n)
	if k, ok := exponent(list); ok {
		text = fmt.Sprintf("%.1f, %s", k, text)
	}
	return text
}

// refuted is the time to the first counterexample.
func (r *results) refuted(p printer) {
	p("## Properties that do not hold\n\nSeconds to the first counterexample, and its steps, at the largest size that each finishes. ")
	p("A step of\npan's is one line of the model. The target: under %s of wall time at N=100.\n\n", firstPath)
	p("| problem | check, N=100 | target | check | states | pan |\n|---|---|---|---|---|---|\n")
	for _, w := range r.rows {
		hundred, met := "-", ""
		if f, ok := at(w.violated[check], 100); ok {
			hundred, met = found(f), "missed"
			if f.wall < firstPath {
				met = "met"
			}
		}
		p("| %s | %s | %s |", w.title, hundred, met)
		for _, e := range []string{check, states, pan} {
			if f, ok := last(w.violated[e]); ok {
				p(" N=%d: %s |", f.n, found(f))
			} else {
				p(" - |")
			}
		}
		p("\n")
	}
	p("\n")
}

func found(f figure) string { return fmt.Sprintf("%s, %d steps", seconds(f), f.length) }

// aims are the checks of whole specifications.
func (r *results) aims(p printer) {
	if len(r.targets) == 0 {
		return
	}
	p("## Whole specifications\n\n`flavers check PROGRAM --set N=SIZE`: all properties, run-time errors and deadlock. The target is\nfor wall time.\n\n")
	p("| program | N | s, CPU | s, wall | MiB | target | |\n|---|---|---|---|---|---|---|\n")
	for i := range r.targets {
		t := &r.targets[i]
		verdict := "missed"
		if t.met() {
			verdict = "met"
		}
		if t.cut != "" {
			verdict += ": " + t.cut
		}
		p("| %s | %d | %s | %.2f | %s | %g s, %d MiB | %s |\n", t.program, t.target.n, seconds(t.figure), t.wall.Seconds(),
			memory(t.figure), t.target.seconds, t.mebibyte, verdict)
	}
	p("\n")
}

// table is everything that was measured of a problem.
func (w *row) table(p printer) {
	p("### %s\n\n`%s`, property `%s`. Each cell: seconds, MiB, states or tuples.\n\n| N |", w.title, w.program, w.property)
	for _, e := range engines {
		p(" %s |", e.name)
	}
	p("\n|---|%s\n", strings.Repeat("---|", len(engines)))
	var sizes []int
	for _, list := range w.holds {
		for _, f := range list {
			sizes = append(sizes, f.n)
		}
	}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		p("| %d |", n)
		for _, e := range engines {
			cell := ""
			for _, f := range w.holds[e.name] {
				switch {
				case f.n == n && f.cut != "":
					cell = "- (" + f.cut + ")"
				case f.n == n:
					cell = fmt.Sprintf("%s, %s, %s", seconds(f), memory(f), count(f.states))
				}
			}
			p(" %s |", cell)
		}
		p("\n")
	}
	p("\n")
}

func seconds(f figure) string { return fmt.Sprintf("%.2f", f.cpu.Seconds()) }

func memory(f figure) string { return fmt.Sprint((f.memory + 1<<19) >> 20) }

// count groups the digits of a number.
func count(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
