package format

import (
	"context"
	"strings"
	"testing"

	"flavers/limit"
)

// Every step looks at the limit: once the context has ended, a long text is not formatted.
func TestLimit(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	text := []byte("task t { " + strings.Repeat("event a; ", 1000) + "}\n")
	if !limit.Try(func() { SourceUntil(limit.New(ctx), "p.tfg", text) }) {
		t.Error("left before its end")
	}
	end()
	poll := limit.New(ctx)
	for name, step := range map[string]func(){
		"the whole":      func() { SourceUntil(poll, "p.tfg", text) },
		"specifications": func() { SourceUntil(poll, "p.fsa", []byte(strings.Repeat("property p { absence of a }\n", 500))) },
		"tokens":         func() { lex(poll, string(text), false) },
		"layout":         func() { layout(poll, lex(nil, string(text), false), false) },
	} {
		if limit.Try(step) {
			t.Errorf("%s: not left", name)
		}
	}
}
