package attack

// This file draws command lines. A table says which commands take which flags, with which
// values; now and then a flag is given to a command that does not take it, or with an
// absurd value.

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// flag is a flag of some commands.
type flag struct {
	name     string
	commands string   // the letters of the commands that take it, see letters
	values   []string // values to draw from; nil: it has none
	only     string   // parts of the names of the explorers that it is for; "": for all
}

// flags is the table. The letters of commands are c check, e explore, x crosscheck, s stats, r
// render, p replay and t test; n stands for explore and replay of a net or a trace.
var flags = []flag{
	{"--only", "cexsrpt", []string{"deadlock", "runtime-errors", "exclusion"}, ""},
	{"--runtime-errors", "cexp", nil, ""},
	{"--deadlock", "cexp", []string{"on", "off"}, ""},
	{"--expect", "c", nil, ""},
	{"--contracts", "c", nil, ""},
	{"--roots", "c", nil, ""},
	{"--por", "crs", []string{"none", "paper", "safe", "early", "late", "normal"}, ""},
	{"--refine", "crst", []string{"auto", "none", "all"}, ""},
	{"--minimize", "c", nil, ""},
	{"--no-symmetry", "c", nil, ""},
	{"--no-quick", "c", nil, ""},
	{"--help", "cexsrpt", nil, ""},
	{"--constraints-file", "c", []string{"sets.json"}, ""},
	{"--include", "cexsrpt", []string{".", "src"}, ""},
	{"--constraint", "cexsrp", []string{"more.fsa"}, ""},
	{"--property", "cexsrp", []string{"program.fsa", "more.fsa"}, ""},
	{"--order", "cs", []string{"bfs", "dfs", "rpo"}, ""},
	{"--order", "e", []string{"fifo", "eca", "lca"}, "actor trans"},
	{"--strict=false", "cexsrpt", nil, ""},
	{"--check", "cexsrtn", nil, ""},
	{"--max-tuples", "cxsrt", []string{"0", "1", "100", "10000"}, ""},
	{"--timeout-per-property", "ct", []string{"0", "1ns", "20ms", "5s"}, ""},
	{"--max-executions", "exn", []string{"0", "1", "50", "1000"}, ""},
	{"--max-states", "exn", []string{"0", "1", "50", "1000", "100000"}, ""},
	{"--depth", "cexrtn", []string{"0", "1", "5", "30", "200"}, ""},
	{"--symmetry", "e", nil, ""},
	{"--clients", "c", []string{"auto", "all", "none"}, ""},
	{"--entry", "c", []string{"p.main", "p.Run"}, ""},
	{"--fairness", "ce", []string{"weak", "strong", "none", "off"}, ""},
	{"--jobs", "cexsrpt", []string{"0", "1", "2", "7"}, ""},
	{"--format", "cexpn", []string{"text", "json", "sarif"}, ""},
	{"--format", "ce", []string{"github"}, ""},
	{"--format", "s", []string{"text", "markdown", "csv", "json"}, ""},
	{"--format", "t", []string{"text", "json"}, ""},
	{"--json-output", "cexsptn", []string{"out.json"}, ""},
	{"--sarif-output", "cexp", []string{"out.sarif"}, ""},
	{"--html-output", "cexp", []string{"out.html"}, ""},
	{"--html-output", "cexp", []string{"out.html"}, ""}, // twice as often: it does the most
	{"--color", "cexp", []string{"never", "auto"}, ""},
	{"--allow-outside", "cexsrpt", nil, ""},
	{"--dump", "cexsrpt", []string{"cfg", "events", "specs", "tfg", "mhp", "automata", "mip", "pruned", "problem"}, ""},
	{"--verbose", "cexsrpt", nil, ""},
	{"--prefer", "e", []string{"lowest", "highest"}, ""},
	{"--search", "e", []string{"bfs", "dfs"}, "states"},
	{"--net", "e", []string{"off", "on", "state", "values"}, "lpor"},
	{"--initial", "e", []string{"smallest", "first", "last", "fewest", "transaction"}, "lpor"},
	{"--stateless", "e", nil, "lpor"},
	{"--graph", "e", []string{"out.svg", "out.dot"}, ""},
	{"--dependence", "en", []string{"program.trace", "deps"}, "em"},
	{"--seed", "e", []string{"0", "1", "77"}, "random pct states-swarm"},
	{"--seed", "x", []string{"0", "1", "77"}, ""},
	{"--random", "x", []string{"1", "3"}, ""},
	{"--bug-depth", "e", []string{"1", "3", "1000000000"}, "pct"},
	{"--shortest", "e", nil, ""},
	{"--stop-at-first", "en", nil, ""},
	{"--classes", "e", nil, "optimal"},
	{"--races", "ce", nil, ""},
	{"--partial", "c", nil, ""},
	{"--confirm", "c", nil, ""},
	{"--keep-gates", "c", []string{"gates"}, ""},
	{"--keep-tests", "c", []string{"tests"}, ""},
	{"--no-cache", "ct", nil, ""},
	{"--farm", "estx", []string{"nats://127.0.0.1:1", "nats://", "tls://127.0.0.1:1", "http://x"}, ""},
	{"--farm-creds", "estx", []string{"program.fsa", "none.creds"}, ""},
	{"--farm-token", "estx", []string{"secret"}, ""},
	{"--farm-tls-ca", "estx", []string{"program.fsa"}, ""},
	{"--farm-tls-cert", "estx", []string{"program.fsa"}, ""},
	{"--farm-tls-key", "estx", []string{"program.fsa"}, ""},
	{"--farm-listen", "estx", []string{"127.0.0.1:0", "0.0.0.0:0"}, ""},
	{"--farm-dir", "estx", []string{"farm"}, ""},
	{"--farm-heartbeat", "estx", []string{"0", "1s"}, ""},
	{"--farm-resume", "e", nil, ""},
	{"--farm-processes", "estx", []string{"0", "2"}, ""},
	{"--coverage", "e", nil, ""},
	{"--lcov-output", "e", []string{"out.info"}, ""},
	{"--constraints", "s", []string{"var:*", "task:*", "var:*,task:*", "*", ""}, ""},
	{"--plot", "s", []string{"out.svg", "out.png"}, ""},
	{"--graph", "r", []string{"cfg", "tfg", "mip", "pruned", "trace", "waits", "states", "product"}, ""},
	{"--task", "r", []string{"*", "?", "a*", "nobody"}, ""},
	{"--around", "r", []string{"n0", "n12", "n99999", "eat(1)"}, ""},
	{"--radius", "r", []string{"0", "1", "2", "100000"}, ""},
	{"--only-path", "r", nil, ""},
	{"--unfolded", "r", nil, ""},
	{"--compare", "r", []string{"auto", "graphs", "table"}, ""},
	{"--full", "r", nil, ""},
	{"--large", "r", nil, ""},
	{"--engine", "r", []string{"own", "own", "graphviz", "dot", "sfdp", "neato"}, ""},
	{"--layout", "r", []string{"dot", "neato", "fdp", "sfdp", "circo"}, ""},
}

// algorithms are the names of explorers.
var algorithms = []string{"full", "states", "dpor", "dpor+sleep", "dpor-classic", "source", "optimal", "random", "pct",
	"states-swarm",
	"engine-ea", "engine-drb", "engine-drb+sections",
	"actor-dpor", "actor-dpor+sleep", "trans-paper", "trans-paper+sleep", "trans-basset", "trans-basset+sleep",
	"trans-dcute", "trans-optimal",
	"em-dpor", "em", "em-optimal", "em-states", "em-lazy", "lpor"}

// absurd has values that make no sense for most flags, or are at the edge of what they take.
var absurd = []string{"", "-1", "0", "1000000000", "9223372036854775807", "99999999999999999999", "1e9", "NaN", "-0",
	" ", "\x1b[31m", "x\ny.tfg:1:1: error T999: forged", "\u202e", "\xff", "-",
	"--", "=", "/dev/null", "/dev/full", ".", "/dev", "program.tfg", "no/such", "[", "*", "1h", "-5s", "1ns", "1KiB", "8EiB"}

// constant matches the declaration of a constant in a program.
var constant = regexp.MustCompile(`(?m)^\s*const\s+(\w+)`)

// command draws a command for a program, a trace or a net.
func (r *random) command(in *Input, kind string) {
	program := in.Files[0].Name
	letter := r.of("c", "c", "c", "c", "c", "c", "c", "e", "e", "e", "e", "e", "e", "e", "x", "s", "r", "r", "r", "r", "p",
		"p", "t", "t")
	if kind != ".tfg" && !r.one(8) {
		letter = r.of("e", "e", "e", "p")
	}
	switch {
	case r.one(60):
		r.aside(in)
		return
	case r.one(15):
		r.everyDay(in)
		in.Files = distinct(in.Files)
		return
	}
	// The command and its operands.
	command := ""
	for name, l := range letters {
		if l == letter {
			command = name
		}
	}
	in.Words = []string{command, program}
	switch letter {
	case "p":
		if text := r.schedule(kind); r.one(5) {
			in.Words = append(in.Words, "schedule")
			in.Files = append(in.Files, File{"schedule", text + "\n"})
		} else {
			in.Words = append(in.Words, text)
		}
	case "r":
		in.add("-o", r.of("out.svg", "out.svg", "out.dot", "out.html", "-"))
		if r.one(6) {
			in.add("--graph", "trace")
			in.add("--schedule", r.schedule(kind))
		}
	}
	if letter == "e" {
		in.algorithm = r.algorithm(kind)
		if in.algorithm != "" {
			in.add("--algorithm", in.algorithm)
		}
	}
	if kind == ".tfg" && len(in.Files) == 1 && strings.Contains("cex", letter) && !r.one(6) {
		in.add("--runtime-errors")
	}
	if kind != ".tfg" && strings.Contains("ep", letter) {
		letter = "n"
	}
	if strings.Contains("st", letter) && r.one(8) { // they take several
		in.Words = append(in.Words, r.of(program, ".", "no-such.tfg", "program.fsa", ""))
	}
	// Flags of the table, and some that depend on the program.
	for n := min(r.IntN(6), r.IntN(6)); n > 0; n-- {
		r.flag(in, letter)
	}
	if in.Has("--radius") && !in.Has("--around") {
		in.add("--around", "n2")
	}
	if all := constant.FindAllStringSubmatch(in.Files[0].Text, -1); len(all) > 0 && kind == ".tfg" && r.one(4) {
		in.add("--set", all[r.IntN(len(all))][1]+"="+r.of("0", "0", "1", "1", "2", "3", "4", "6", "-1", "50", "1000", "any",
			"1000000000", "x", "", "9223372036854775808"))
	}
	if command != "render" && command != "replay" && !r.one(6) {
		in.add("--no-times")
	}
	// Limits.
	in.Timeout = []time.Duration{20, 20, 20, 20, 20, 20, 50, 50, 50, 100, 100, 300}[r.IntN(12)] * time.Millisecond
	if r.one(100) {
		in.Timeout = time.Second
	}
	if strings.Contains("xs", letter) && r.one(8) { // their output is the same twice only where there is much
		in.Timeout = 3 * time.Second
	}
	in.begin("--timeout", in.Timeout.String())
	if command != "replay" {
		in.Memory = 256 << 20
		in.begin("--max-memory", strconv.FormatInt(in.Memory, 10))
	}
	// Files that flags name.
	for _, f := range in.Flags {
		switch f[len(f)-1] {
		case "sets.json":
			in.Files = append(in.Files, File{"sets.json", r.sets()})
		case "more.fsa":
			in.Files = append(in.Files, File{"more.fsa", r.mutate(r.all[r.IntN(len(r.all))].Spec)})
		case "deps":
			in.Files = append(in.Files, File{"deps", r.mutate("src:1 dest:4\nsrc:2 dest:3\n")})
		}
	}
	in.Files = distinct(in.Files)
	switch {
	case r.one(30):
		in.pipe()
	case r.one(25):
		r.title(in)
	}
}

// flag adds a flag that the command with a letter takes; seldom another one, or one with an
// absurd value.
func (r *random) flag(in *Input, letter string) {
	for {
		f := flags[r.IntN(len(flags))]
		if !strings.Contains(f.commands, letter) && !r.one(500) {
			continue
		}
		if f.only != "" && !slices.ContainsFunc(strings.Fields(f.only),
			func(part string) bool { return strings.Contains(in.algorithm, part) }) && !r.one(50) {
			continue
		}
		if in.Has(f.name) && !r.one(20) {
			return
		}
		switch {
		case r.one(40):
			in.add(f.name, r.of(absurd...))
		case f.values == nil:
			in.add(f.name)
		default:
			in.add(f.name, r.of(f.values...))
		}
		return
	}
}

// algorithm draws an explorer for a kind of example; "" is the default.
func (r *random) algorithm(kind string) string {
	switch {
	case r.one(4):
		return ""
	case r.one(20) || kind == ".tfg":
		return r.of(algorithms...)
	case kind == ".pnml":
		return r.of("full", "states", "lpor", "lpor")
	}
	return r.of("full", "em-states", "em-dpor", "em", "em-optimal", "em-lazy")
}

// add adds a flag with its value.
func (in *Input) add(words ...string) { in.Flags = append(in.Flags, words) }

// schedule returns the text of a schedule, with a wrong fingerprint.
func (r *random) schedule(kind string) string {
	prefix := map[string]string{".tfg": "1", ".trace": "t1", ".pnml": "n1"}[kind]
	var steps []string
	for n := r.IntN(12); n > 0; n-- {
		step := strconv.Itoa(min(r.IntN(10), r.IntN(10)))
		switch r.IntN(12) {
		case 0:
			step += "." + strconv.Itoa(r.IntN(4))
		case 1:
			step += "-" + strconv.Itoa(r.IntN(40))
		case 2:
			step = r.of(numbers...)
		}
		steps = append(steps, step)
	}
	text := fmt.Sprintf("%s:%08x:%s", prefix, r.Uint32(), strings.Join(steps, ","))
	if r.one(4) {
		text = r.mutate(text)
	}
	return strings.ReplaceAll(text[:min(len(text), 20_000)], "\x00", "") // no argument can hold it
}

// begin adds a flag before the others. Limits are added so, because a "--" that was drawn as a value would end the
// flags.
func (in *Input) begin(words ...string) { in.Flags = slices.Insert(in.Flags, 0, words) }

// sets returns the text of a file for --constraints-file.
func (r *random) sets() string {
	text := `{"version": 1, "sets": {"exclusion": ["var:x", "task:a"], "never": [], "order": null}}` + "\n"
	if r.one(3) {
		return text
	}
	return r.mutate(text)
}

// distinct keeps the first file of each name.
func distinct(files []File) []File {
	seen := map[string]bool{}
	var out []File
	for _, f := range files {
		if !seen[f.Name] {
			out = append(out, f)
		}
		seen[f.Name] = true
	}
	return out
}
