package farm

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/internal/roots"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// An answer is taken from before only where the texts, the constants and the options are the same, and it took long
// enough to be kept.
func TestKept(t *testing.T) {
	t.Setenv(roots.Variable, t.TempDir())
	const program, once, never = "task t { event done }\n", "property q { existence of done at most 1 globally }\n",
		"property q { absence of done globally }\n"
	made, slow := 0, true
	counted := func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		if made++; slow {
			time.Sleep(least)
		}
		return verify.Check(ctx, p, specs, opt)
	}
	var notes bytes.Buffer
	ask := func(text, spec string, set map[string]string, opt verify.Options) *report.Check {
		p := trial.Program(t, text)
		specs := trial.Specs(t, spec)
		sources := map[string][]byte{"p.tfg": []byte(text), "p.fsa": []byte(spec)}
		return check.Program(t.Context(), &check.Source{Program: p, Specs: specs},
			check.Options{Verify: opt, Analysis: counted, Kept: Kept("p.tfg", set, sources, &notes)})
	}
	first := ask(program, once, nil, verify.Options{})
	again := ask(program, once, nil, verify.Options{})
	var one, two bytes.Buffer
	if err := errors.Join(first.WriteJSON(&one), again.WriteJSON(&two)); err != nil || made != 1 || one.String() != two.String() {
		t.Errorf("%v, %d checks were made; the first answer is\n%s\nthe second\n%s", err, made, one.String(), two.String())
	}
	if want := "the answer is from before, kept in "; !strings.Contains(notes.String(), want) {
		t.Errorf("%q is not in %q", want, notes.String())
	}
	for i, x := range []struct {
		text, spec string
		set        map[string]string
		opt        verify.Options
	}{
		{program, never, nil, verify.Options{}}, {"\n" + program, once, nil, verify.Options{}},
		{program, once, map[string]string{"N": "1"}, verify.Options{}}, {program, once, nil, verify.Options{Deadlock: "off"}},
		{program, once, nil, verify.Options{Only: []string{"q"}}}, {program, "", nil, verify.Options{}},
	} {
		made = 0
		got := ask(x.text, x.spec, x.set, x.opt)
		if made != 1 || x.spec == never && got.Results[0].Verdict != report.Violated {
			t.Errorf("%d: %d checks were made: %+v", i, made, got.Results)
		}
		if ask(x.text, x.spec, x.set, x.opt); made != 1 {
			t.Errorf("%d: it is not kept", i)
		}
	}
	made = 0
	for range 2 {
		ask(program, once, nil, verify.Options{Minimize: true})
	}
	slow = false
	for range 2 {
		ask(program+"\n", once, nil, verify.Options{})
	}
	if made != 4 {
		t.Errorf("%d of 4 checks were made: those that say more, and those that take no time", made)
	}
	t.Setenv(roots.Variable, "off")
	if ask(program, once, nil, verify.Options{}); made != 5 {
		t.Error("an answer is kept where none is to be")
	}
}
