package lang_test

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
)

// shape is what the program of a text with a value of N has: the tasks of the family a, each with numbers of its own
// replaced, and all else. Arguments of events are left out, as only they may tell tasks apart.
func shape(t *testing.T, src string, n int) (members []string, rest string, ok bool) {
	t.Helper()
	p, ds := lang.Load("x.tfg", []byte(src), lang.Options{Set: map[string]string{"N": strconv.Itoa(n)}})
	if ds.HasErrors() {
		return nil, "", false
	}
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(event \w+)\([^)]*\)`).ReplaceAllString(b.String(), "$1()")
	// Numbers of points, nodes, variables and tasks count on from task to task.
	text, _, _ = strings.Cut(text, "\naction ") // each is a node, or two
	head, tasks, _ := strings.Cut(text, "\ntask ")
	for i, part := range strings.Split("\ntask "+tasks, "\ntask ")[1:] {
		part = strings.TrimSpace(part)
		name := strings.Fields(part)[1]
		first := regexp.MustCompile(`\b[pn](\d+)`).FindStringSubmatch(part)
		if first == nil {
			t.Fatalf("task %d: %s", i, part)
		}
		bases := map[string]int{}
		part = regexp.MustCompile(`\b([pnt])(\d+)\b`).ReplaceAllStringFunc(part, func(w string) string {
			k, _ := strconv.Atoi(w[1:])
			if _, known := bases[w[:1]]; !known {
				bases[w[:1]] = k
			}
			return w[:1] + strconv.Itoa(k-bases[w[:1]])
		})
		if family, _, _ := strings.Cut(name, "["); family == "a" {
			members = append(members, strings.ReplaceAll(part, name, "a[#]"))
		} else {
			rest += part + "\n"
		}
	}
	for _, line := range strings.Split(head, "\n") {
		if !strings.Contains(line, " a[") {
			rest += regexp.MustCompile(`^var v\d+`).ReplaceAllString(line, "var") + "\n"
		}
	}
	return members, rest, true
}

// Of random programs with a family of N tasks, to which something was added that may depend on N or on which task it is:
// where Uniform says that they are uniform, all tasks of the family have one automaton, for 3 tasks and for 9, and all
// else is the same (docs/theory.md, Lemma 10.0). Most of the others differ, so that the comparison can fail.
func TestUniformMeansAlike(t *testing.T) {
	added := []string{"if i == 7 { event go }", "c = i % 3", "if i > 2 { c = 0 }", "for k in 0..min(i, 2) { event go }", "event other(i)",
		"event other(i, i)", "var u 0..2 = 0", "for k in 0..2 { event other(k) }", "if N == 9 { event go }", "event other(N)",
		"if self == 4 { event out }", "event other(self)", "const K = i + 1; if K == 5 { event go }", "c = min(N, 8) - 3 - min(N, 5) + min(N, 3)"}
	uniform, not, differ := 0, 0, 0
	for seed := range trial.Seeds(t, trial.Usual(40, 2000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		src := gen.Family(trial.Bytes(seed, 6, 60))
		what := ""
		if seed%3 > 0 {
			what = added[r.IntN(len(added))]
			src = strings.Replace(src, "var w bool; ", "var w bool; "+what+"; ", 1)
		}
		members, rest, ok := shape(t, src, 3)
		more, others, also := shape(t, src, 9)
		if !ok || !also {
			continue
		}
		alike := rest == others
		for _, m := range append(members, more...) {
			alike = alike && m == members[0]
		}
		err := lang.Uniform("x.tfg", []byte(src), "N")
		switch {
		case err == nil && !alike:
			t.Fatalf("seed %d: %s\nis called uniform, and differs:\n%s\n%s\n%s\n%s", seed, src, members, more, rest, others)
		case err == nil:
			uniform++
		default:
			if not++; !alike {
				differ++
			}
		}
	}
	t.Logf("%d are uniform, %d not, of which %d differ", uniform, not, differ)
	if uniform < 10 || not < 10 || differ < 6 {
		t.Error("too few to mean anything")
	}
}
