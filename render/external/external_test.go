package external

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// An installed Graphviz runs within its limits, and says what is wrong.
func TestGraphviz(t *testing.T) {
	b := bytes.NewBufferString("digraph { a -> b; b -> c; a -> c [constraint=false] }")
	if _, err := Graphviz(context.Background(), "no-such-engine", "svg", b.Bytes(), Limits{}); !errors.Is(err, ErrNoGraphviz) {
		t.Errorf("missing program: %v", err)
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("Graphviz is not installed")
	}
	for _, engine := range Engines {
		out, err := Graphviz(context.Background(), engine, "svg", b.Bytes(), Limits{})
		if err != nil || !bytes.Contains(out, []byte("<svg")) {
			t.Errorf("%s: %v", engine, err)
		}
	}
	if _, err := Graphviz(context.Background(), "dot", "svg", []byte("rubbish {"), Limits{}); err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("rubbish: %v", err)
	}
	if _, err := Graphviz(context.Background(), "dot", "svg", b.Bytes(), Limits{Memory: 1 << 20}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("a megabyte of memory: %v", err)
	}
	began := time.Now()
	large := bytes.NewBufferString("digraph { splines=ortho; ")
	for i := range 3000 {
		large.WriteString(strings.Join([]string{"a", "b", "c"}[i%3:i%3+1], "") + string(rune('0'+i%10)) + "x" + strings.Repeat("y", i%60) + " -> z" + strings.Repeat("w", (i*7)%97) + ";")
	}
	large.WriteString("}")
	if _, err := Graphviz(context.Background(), "dot", "svg", large.Bytes(), Limits{Time: 100 * time.Millisecond}); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("no time: %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
}

// A picture becomes a PNG file, where there is a program for it.
func TestPNG(t *testing.T) {
	out, err := PNG(context.Background(), []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>`))
	if _, missing := exec.LookPath("rsvg-convert"); missing != nil {
		if err == nil || !strings.Contains(err.Error(), "rsvg-convert") {
			t.Errorf("missing program: %v", err)
		}
		return
	}
	if err != nil || !bytes.HasPrefix(out, []byte("\x89PNG")) {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := PNG(context.Background(), []byte("rubbish")); err == nil {
		t.Error("rubbish is drawn")
	}
}

// What Graphviz writes before the picture goes.
func TestElement(t *testing.T) {
	if got := string(Element([]byte("<?xml?><!DOCTYPE svg>\n<svg/>"))); got != "<svg/>" {
		t.Error(got)
	}
}
