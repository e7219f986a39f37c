package lang

import (
	"context"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/limit"
)

// Front ends look at the limit: once the context has ended, no long text is made a program.
func TestLimit(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	texts := map[string]string{
		"line.tfg":  "task t { " + strings.Repeat("event a; ", 500) + "}\n",
		"lines.tfg": "program p\n" + strings.Repeat("// x\n", 50) + "task t {\n" + strings.Repeat("event a\n", 500) + "}\n",
		"p.adb":     "procedure P is\n X : Integer := 0;\nbegin\n" + strings.Repeat("X := X + 1;\n", 500) + "end P;\n",
		"p.fsa":     "property p { states s*, " + strings.Repeat("t, ", 500) + "u }\n",
	}
	load := func(name string) bool {
		return limit.Try(func() {
			if name == "p.fsa" {
				fsa.ParseFor(name, []byte(texts[name]), fsa.Environment{Poll: limit.New(ctx)})
			} else {
				Load(name, []byte(texts[name]), Options{Poll: limit.New(ctx)})
			}
		})
	}
	for name := range texts {
		if !load(name) {
			t.Errorf("%s: left before its end", name)
		}
	}
	end()
	for name := range texts {
		if load(name) {
			t.Errorf("%s: not left", name)
		}
	}
}
