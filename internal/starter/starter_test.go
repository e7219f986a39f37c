package starter_test

import (
	"context"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/directive"
	"flavers/internal/starter"
	"flavers/lang"
	"flavers/lang/format"
	"flavers/verify"
)

// Each program has the verdicts that its directives name, one of them a violation, is
// formatted, and gives no warning. So do the variants that the comments name.
func TestPrograms(t *testing.T) {
	variants := map[string]struct {
		set      map[string]string
		violated string
	}{
		"locks":      {map[string]string{"ORDERED": "0"}, "deadlock"},
		"channels":   {map[string]string{"WORKERS": "1"}, "-in_order"},
		"rendezvous": {map[string]string{"GUESTS": "3"}, "in_order"},
		"actors":     {map[string]string{"CLIENTS": "3"}, "in_order"},
		"loopers":    {map[string]string{"POSTS": "0"}, "calm"},
		"ada":        {map[string]string{"Workers": "3"}, "in_order"},
		"monitors":   {map[string]string{"ALL": "0", "PRODUCERS": "2", "CONSUMERS": "2"}, "deadlock"},
	}
	for _, k := range starter.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			program, spec := starter.Texts(k.Name, k.Name)
			file := "p" + k.Ext()
			for name, text := range map[string]string{file: program, "p.fsa": spec} {
				if name == "p.adb" {
					continue
				}
				if out, _ := format.Source(name, []byte(text)); string(out) != text {
					t.Errorf("%s is not formatted:\n%s", name, out)
				}
			}
			verdicts := check(t, file, program, spec, nil)
			violated := 0
			for _, d := range append(directive.Scan(file, []byte(program)), directive.Scan("p.fsa", []byte(spec))...) {
				if d.Args[0] == "no-deadlock" {
					d.Args = []string{"deadlock", "holds"}
				}
				if got := verdicts[d.Args[0]]; got != d.Args[1] {
					t.Errorf("%s: %q, expected %s", d.Args[0], got, d.Args[1])
				}
				delete(verdicts, d.Args[0])
				if d.Args[1] == "violated" {
					violated++
				}
			}
			if verdicts["runtime-errors"] == "holds" {
				delete(verdicts, "runtime-errors")
			}
			if violated != 1 || len(verdicts) != 0 {
				t.Errorf("%d properties are violated; without expectation: %v", violated, verdicts)
			}
			v := variants[k.Name]
			name, holds := strings.CutPrefix(v.violated, "-")
			if got := check(t, file, program, spec, v.set)[name]; (got == "holds") != holds || !holds && got != "violated" {
				t.Errorf("with %v, %s: %s", v.set, name, got)
			}
		})
	}
}

// check returns the verdicts by name.
func check(t *testing.T, file, program, spec string, set map[string]string) map[string]string {
	p, list := lang.Load(file, []byte(program), lang.Options{Set: set})
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	specs, list := fsa.ParseFor("p.fsa", []byte(spec), fsa.Environment{Constants: p.Constants})
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	out := map[string]string{}
	for _, r := range verify.Check(context.Background(), p, specs, verify.Options{}).Ordered() {
		out[r.Property] = string(r.Verdict)
	}
	return out
}

// The name of a file is the name of its program, as far as it can be one.
func TestTexts(t *testing.T) {
	for _, name := range []string{"case", "2", "été", "lock", "program"} {
		for kind, file := range map[string]string{"actors": "p.tfg", "ada": "p.adb"} {
			program, _ := starter.Texts(kind, name)
			if _, list := lang.Load(file, []byte(program), lang.Options{}); list.HasErrors() {
				t.Errorf("%s: %v", name, list.All)
			}
		}
	}
	program, _ := starter.Texts("locks", "my-bank")
	if !strings.Contains(program, "\nprogram my_bank\n") || !strings.Contains(program, "flavers check my-bank.tfg --set") || strings.Contains(program, "locks.tfg") {
		t.Error(program)
	}
}
