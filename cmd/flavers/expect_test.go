package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

const asking = `program ask
const N = 3
task client[i in 0..N-1] {
    event ask(i)
    if i != 1 { event answer(i) }
}
`

const askingSpec = `//! expect once holds
//! expect answered violated
//! expect any violated
property answered[i in 0..N-1] { answer(i) responds to ask(i) }
property once forall i in 0..N-1 { existence of ask(i) exactly 1 }
property any for { q = ask(*), a = answer(*) } { a responds to q }
constraint calm { existence of ask(0) at most 1 }
`

// step is one command line and what it must give.
type step struct {
	args   string
	status int
	out    string // parts, separated by |
	err    string
}

func runSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		got := runReal("", strings.Fields(s.args)...)
		if got.status != s.status {
			t.Errorf("%s: status %d, want %d\n%s%s", s.args, got.status, s.status, got.out, got.err)
		}
		for _, part := range strings.Split(s.out, "|") {
			if !strings.Contains(got.out, part) {
				t.Errorf("%s: no %q in\n%s", s.args, part, got.out)
			}
		}
		for _, part := range strings.Split(s.err, "|") {
			if !strings.Contains(got.err, part) {
				t.Errorf("%s: standard error lacks %q:\n%s", s.args, part, got.err)
			}
		}
	}
}

// Directives are read by every command: what is wrong with one is an error.
func TestDirectives(t *testing.T) {
	inDir(t, map[string]string{"p.tfg": turns, "p.fsa": turnsSpec})
	for line, want := range map[string]string{
		"//! expct order holds":                                   `p.tfg:1:5: error C110: unknown directive "expct"|did you mean "expect"?`,
		"//! expect order hold":                                   `p.tfg:1:18: error C111: "hold" is no verdict|did you mean "holds"?`,
		"//! expect order":                                        `p.tfg:1:12: error C111: no verdict is expected of "order"|write expect NAME holds`,
		"//! expect no-deadlok":                                   `p.tfg:1:12: error C111|did you mean "no-deadlock"?`,
		"//! expect":                                              "p.tfg:1:5: error C111: expect takes a name and a verdict, not 0 words",
		"//! expect ordre holds":                                  `p.tfg:1:12: error C112: no property is named "ordre"|did you mean "order"?`,
		"//! expect xyz holds":                                    "error C112|there are: order, never, deadlock, runtime-errors",
		"// text //! expect nothing":                              "",
		"//! expect order holds\n//! expect order violated":       "p.tfg:2:12: error C111: a second expectation of order|the first is at p.tfg:1:12",
		"//! expect deadlock\n//! expect deadlock violated":       "p.tfg:2:12: error C111: a second expectation of deadlock",
		"//! property p.fsa\n//! expect no-runtime-errors":        "",
		"//! expect runtime-errors holds\n//! expect no-deadlock": "",
		"//!": `p.tfg:1:1: error C110: unknown directive ""`,
	} {
		for _, command := range []string{"check", "explore", "crosscheck", "stats", "render -o o.svg", "test", "replay"} {
			inFile(t, "p.tfg", line+"\n"+turns)
			args := append(strings.Fields(command), "p.tfg")
			if command == "replay" {
				args = append(args, "1:00000000:0")
			}
			got := runReal("", args...)
			if (got.status == 2) != (want != "") {
				t.Errorf("%s: %s: status %d\n%s", command, line, got.status, got.err)
			}
			for _, part := range strings.Split(want, "|") {
				if !strings.Contains(got.err, part) {
					t.Errorf("%s: %s: standard error lacks %q:\n%s", command, line, part, got.err)
				}
			}
		}
	}
	inFile(t, "p.tfg", "//! expect other holds\n"+turns)
	inFile(t, "q.fsa", "//! property x.fsa\nproperty q { absence of b }\n")
	inFile(t, "c.fsa", "property q { absence of b }\n//! expect c holds\nconstraint c { existence of a at most 1 }\n")
	runSteps(t, []step{
		// the program's own specifications are not read, so its expectations are not looked at
		{args: "check p.tfg --property q.fsa", status: 2, err: "q.fsa:1:5: error C110|write property NAME"},
		{args: "check p.tfg --property c.fsa", status: 2, err: "c.fsa:2:12: error C112: c is a constraint"},
		{args: "check p.tfg --runtime-errors", status: 0},
		{args: "check p.tfg", status: 2, err: "C112"},
	})
}

// Expectations are compared with verdicts.
// A file with more directives than anybody writes is wrong, and is read in a moment.
func TestManyDirectives(t *testing.T) {
	inDir(t, map[string]string{"ask.tfg": asking, "ask.fsa": askingSpec, "most.tfg": strings.Repeat("//! expect once holds\n", 1000) + asking,
		"many.tfg": strings.Repeat("//! property ask.fsa\n", 1001) + asking, "odd.tfg": strings.Repeat("//! odd\n", 50_000) + asking})
	runSteps(t, []step{
		{args: "check many.tfg --timeout 20s", status: 2, err: "many.tfg:1001:5: error C113: more than 1000 directives"},
		{args: "check odd.tfg --timeout 20s", status: 2, err: "odd.tfg:1001:5: error C113"},
	})
	var out, errs bytes.Buffer
	if run([]string{"check", "most.tfg", "--property", "ask.fsa"}, strings.NewReader(""), &out, &errs); strings.Contains(errs.String(), "C113") {
		t.Error("1000 are too many")
	}
}

func TestExpect(t *testing.T) {
	inDir(t, map[string]string{"ask.tfg": asking, "ask.fsa": askingSpec,
		"sub/wrong.tfg": "//! expect never holds\n" + turns, "sub/wrong.fsa": turnsSpec,
		"sub/none.tfg": turns, "sub/none.fsa": turnsSpec, "sub/.hidden/x.tfg": "nonsense",
		"part.tfg": "//! expect never violated\n" + turns, "part.fsa": turnsSpec,
		"half.tfg": "//! expect order holds\n" + turns, "half.fsa": turnsSpec,
		"one.tfg": "//! expect answered[1] violated\n" + asking, "one.fsa": "property answered[i in 0..N-1] { answer(i) responds to ask(i) }\n",
		"fail.tfg": "program fail\n//! expect runtime-errors\nshared n 0..1\ntask t { n = 1; n = n + 1 }\n",
		"bad.tfg":  "program bad\ntask t { evnt x }\n"})
	runSteps(t, []step{
		{args: "check ask.tfg", status: 1},
		{args: "check ask.tfg --expect", status: 0, out: "3 of 3 expectations met"},
		{args: "check ask.tfg --expect --only once", status: 0, out: "1 of 1 expectation met"},
		{args: "check part.tfg --expect", status: 0, out: "1 of 1 expectation met"},
		{args: "check sub/wrong.tfg --expect", status: 1, out: "surprise  never: expected holds, came violated (sub/wrong.tfg:1:12)|0 of 1"},
		{args: "check half.tfg --expect", status: 1, out: "surprise  never: expected holds, came violated (nothing is written about it)"},
		{args: "check one.tfg --expect", status: 0, out: "1 of 1"},
		{args: "check fail.tfg --runtime-errors --expect", status: 0, out: "1 of 1"},
		{args: "check ask.tfg --expect --max-tuples 1", status: 3, out: "open  once: expected holds, came unknown"},
		{args: "check ask.tfg --expect --format json --no-times", status: 0, out: `"outcome": "met"|"pos": "ask.fsa:1:12"`},

		{args: "test ask.tfg part.tfg one.tfg fail.tfg", status: 0, out: "ok               ask.tfg\nok               part.tfg\nok               one.tfg\n|4 programs: 4 ok, 0 surprises, 0 unknown"},
		{args: "test sub/none.tfg", status: 3, out: "no expectations  sub/none.tfg", err: "C114: nothing was tested"},
		{args: "test sub/none.tfg --format json", status: 3, out: `"code": "C114"`},
		{args: "test ask.tfg --only deadlock", status: 3, err: "C114: nothing was tested"},
		{args: "test sub", status: 1, out: "no expectations  sub/none.tfg\nsurprise         sub/wrong.tfg: never: expected holds, came violated (sub/wrong.tfg:1:12)\n2 programs: 0 ok, 1 surprise"},
		{args: "test . --jobs 3", status: 2, out: "wrong input      bad.tfg\n|8 programs: 4 ok, 2 surprises, 0 unknown, 1 without expectations, 1 wrong", err: "bad.tfg:2:"},
		{args: "test ask.tfg --max-tuples 1", status: 3, out: "unknown          ask.tfg: once: expected holds, came unknown (ask.fsa:1:12)"},
		{args: "test ask.tfg --only once", status: 0, out: "1 ok"},
		{args: "test ask.tfg --only nothing", status: 3, out: "1 without expectations"},
		{args: "test nowhere", status: 2, err: "path nowhere does not exist"},
		{args: "test sub/.hidden/x.tfg", status: 2, err: "x.tfg:1:"},
		{args: "test", status: 2, err: "at least one PATH"},
		{args: "test ask.tfg --dump cfg", status: 2, err: "--dump is for one program"},
		{args: "test ask.tfg --html-output o.html", status: 2, err: "test has no page"},
		{args: "test ask.tfg --set M=3", status: 2, err: "T210"},
	})
	var v struct {
		Programs []struct{ Program, Result string }
		Count    map[string]int
	}
	got := runReal("", "test", "ask.tfg", "sub", "--format", "json")
	if err := json.Unmarshal([]byte(got.out), &v); err != nil || len(v.Programs) != 3 || v.Count["surprise"] != 1 || v.Programs[0].Result != "ok" {
		t.Errorf("%v\n%s", err, got.out)
	}
	for _, jobs := range []string{"1", "2"} {
		if again := runReal("", "test", "ask.tfg", "sub", "--format", "json", "--no-times", "--jobs", jobs); strings.Contains(again.out, `"seconds": 0.`) {
			t.Errorf("times:\n%s", again.out)
		}
	}
}

// A family is one check with the failing instance named, its instances can be
// selected, and every command copes with it.
func TestFamilyCommands(t *testing.T) {
	inDir(t, map[string]string{"ask.tfg": asking, "ask.fsa": askingSpec,
		"typo.fsa": "property p[i in 0..N-1] { anwser(i) responds to ask(i) }\n",
		"wide.fsa": "property p { answer(*) responds to ask(*) }\n",
		"fair.fsa": "constraint served[i in 0..N-1, j in i..i] { existence of answer(i) }\nproperty two { existence of answer(2) }\n"})
	runSteps(t, []step{
		{args: "check ask.tfg --only answered", status: 1, out: "1 check, 1 violated|answered[1] is violated|3: 1 violated (i=1), 2 hold"},
		{args: "check ask.tfg --only once", status: 0, out: "once holds|3: 3 hold"},
		{args: "check ask.tfg --only answered[0]", status: 0, out: "answered[0] holds"},
		{args: "check ask.tfg --only answered[0] --only answered[1]", status: 1, out: "2 checks, 1 violated, 1 holds"},
		{args: "check ask.tfg --only answered --set N=1", status: 0, out: "answered holds"},
		{args: "check ask.tfg --only answerd", status: 2, err: `did you mean "answered"?`},
		{args: "check ask.tfg --only answered --format json", status: 1, out: `"property": "answered"|"instance": "answered[1]"|"index": "i=2"`},
		{args: "check ask.tfg --html-output o.html --sarif-output o.sarif --format github", status: 1, out: "answered[1] is violated"},
		{args: "check ask.tfg --only once --constraints-file sets.json", status: 0},
		{args: "check ask.tfg --only once --constraints-file sets.json", status: 0},
		{args: "check ask.tfg --property fair.fsa --strict=false", status: 0, out: "assuming"},
		{args: "check ask.tfg --dump specs", status: 0, out: "property answered_1 {"},
		{args: "explore ask.tfg", status: 1, out: "answered[1] is violated"},
		{args: "explore ask.tfg --only answered[0]", status: 0},
		{args: "crosscheck ask.tfg --only answered", status: 1, out: "answered[1]|no disagreement"},
		{args: "stats ask.tfg --only answered --no-times", status: 0, out: "answered[0]|answered[2]"},
		{args: "render ask.tfg --only answered --graph trace -o o.svg", status: 0},
		{args: "check ask.tfg --property typo.fsa", status: 2, err: `error F301: symbol "anwser(0)"|did you mean "answer`},
		{args: "check ask.tfg --property wide.fsa", status: 1, err: "warning F225|property p[i in 0..N-1] { answer(i) responds to ask(i) }"},
	})
	got := runReal("", "check", "ask.tfg", "--property", "typo.fsa")
	if n := strings.Count(got.err, "F301"); n != 1 {
		t.Errorf("one mistake is reported %d times:\n%s", n, got.err)
	}
	run := runReal("", "check", "ask.tfg", "--only", "answered", "--format", "json")
	var v struct {
		Results []struct{ Schedule string }
	}
	if err := json.Unmarshal([]byte(run.out), &v); err != nil || len(v.Results) != 1 {
		t.Fatalf("%v\n%s", err, run.out)
	}
	if got := runReal("", "replay", "ask.tfg", v.Results[0].Schedule, "--only", "answered"); got.status != 1 || !strings.Contains(got.out, "answered[1]") {
		t.Errorf("%+v", got)
	}
}

// --only makes the checks that it names and no other.
func TestOnly(t *testing.T) {
	inDir(t, map[string]string{"over.tfg": "program over\nshared n 0..1\ntask t { event a; n = 1; n = n + 1; event b }\n",
		"over.fsa": "property order { absence of b before a }\nproperty a { absence of a }\n", "bare.tfg": turns,
		"dead.fsa": "property deadlock { absence of a }\n"})
	runSteps(t, []step{
		{args: "check over.tfg", status: 1, out: "4 checks, 2 violated, 2 hold|no run-time error is violated  --only runtime-errors"},
		{args: "check over.tfg --only order", status: 0, out: "1 check, 1 holds"},
		{args: "check over.tfg --only runtime-errors", status: 1, out: "1 check, 1 violated|no run-time error is violated"},
		{args: "check over.tfg --only runtime-errors --only order", status: 1, out: "2 checks, 1 violated, 1 holds"},
		{args: "check over.tfg --only runtime-errors --refine none", status: 1, out: "1 check"},
		{args: "check bare.tfg --only runtime-errors", status: 0, out: "no execution can end in a run-time error"},
		{args: "check over.tfg --only runtime-error", status: 2, err: `did you mean "runtime-errors"?`},
		{args: "check over.tfg --only runtime-errors --format json", status: 1, out: `"results": []|"property": "runtime-errors"`},
		{args: "check over.tfg --only runtime-errors --format sarif", status: 1, out: `"ruleId": "runtime-errors"`},
		{args: "explore over.tfg --only runtime-errors", status: 1, out: "n = 2 is outside 0..1"},
		{args: "crosscheck over.tfg --only runtime-errors", status: 1, out: "no disagreement"},
		{args: "stats over.tfg --only runtime-errors", status: 2, err: "C103: --only: stats needs a property, and runtime-errors is none"},
		{args: "check over.tfg --property dead.fsa", status: 2, err: "dead.fsa:1:10: error F217|call the property another name"},
	})
	if got := runReal("", "check", "over.tfg", "--only", "order", "-v"); strings.Contains(got.err, "runtime-errors") {
		t.Errorf("run-time errors were looked for:\n%s", got.err)
	}
	if got := runReal("", "check", "over.tfg", "--only", "deadlock", "--format", "json"); got.status == 2 || strings.Contains(got.out, "order") || strings.Contains(got.out, "runtime_errors") || !strings.Contains(got.out, `"property": "deadlock"`) {
		t.Errorf("%+v", got)
	}
}

func inFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
