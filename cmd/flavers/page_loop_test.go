//go:build integration

package main

// Walking an execution that goes on for ever.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// After the last step of a loop comes its first; what the page says of values that are read
// stays true in later rounds.
func TestPageLoop(t *testing.T) {
	ctx := browser(t)
	open := func(more string) {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{"busy.fsa": "property served { go responds to ask }\n", "busy.tfg": `program busy
shared free 0..1 = 1
task a { loop { event ask; await free == 1; event go } }
task b { loop { await free == 1; free = 0; event taken; free = 1 } }
` + more} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		page := filepath.Join(dir, "page.html")
		if got := runReal("", "explore", filepath.Join(dir, "busy.tfg"), "--algorithm", "states", "--html-output", page); got.status != 1 {
			t.Fatalf("status %d\n%s", got.status, got.err)
		}
		do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".walk .count"))
	}
	open("")
	now := chosen + `.querySelector('.now').textContent`
	count := chosen + `.querySelector('.count').textContent`
	next := chosen + `.querySelector('[data-go="next"]').textContent`
	turning := chosen + `.querySelectorAll('.chart .loop.turning').length`
	see := func(in string, expressions ...string) {
		t.Helper()
		for i := 0; i < len(expressions); i += 2 {
			if got := ask(t, ctx, expressions[i]); !strings.Contains(got, expressions[i+1]) {
				t.Errorf("%s: %q, want %q", in, got, expressions[i+1])
			}
		}
	}
	key := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			do(t, ctx, chromedp.KeyEvent(k))
		}
	}
	see("start", now, "1 step leads to the loop: steps 2 to 5 are repeated for ever", turning, "0", next, "next ▶")
	key(kb.ArrowRight)
	see("step 1", count, "step 1 of 5", now, "a: ask", turning, "0")
	key(kb.ArrowRight)
	see("step 2", count, "step 2 of 5, round 1 of the loop", now, "Here the loop begins: steps 2 to 5 are repeated for ever. b:", turning, "1")
	see("step 2", now, "free = 1 (as at the start)")
	shoot(t, ctx, "loop")
	key(kb.End)
	see("the last step", count, "step 5 of 5, round 1", next, "again ↻", now, "which violates served")
	if got := ask(t, ctx, chosen+`.querySelector('[data-go="next"]').disabled`); got != "false" {
		t.Error("one cannot go on after the last step of a loop")
	}
	if got := ask(t, ctx, chosen+`.querySelectorAll('.chart .step.bad').length`); got != "0" {
		t.Error("a step of the loop is to blame")
	}
	do(t, ctx, chromedp.Click(`.result:not([data-later]) [data-go="next"]`))
	see("again", count, "step 2 of 5, round 2 of the loop", now, "The loop again, round 2. b:", next, "next ▶")
	if got := ask(t, ctx, now); strings.Contains(got, "as at the start") || !strings.Contains(got, "free = 1") {
		t.Errorf("in round 2 the value that is read is said to be of before: %s", got)
	}
	see("again", chosen+`.querySelector('.vars tbody .property').textContent`, "owed")
	key(kb.ArrowLeft)
	see("back", count, "step 5 of 5, round 1 of the loop")
	key(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	see("round 3", count, "step 2 of 5, round 3 of the loop", `location.hash`, "#r1-2")
	key(kb.Home)
	see("start", count, "start", turning, "0")
	key("j", "j")
	see("step 2", count, "round 1 of the loop")

	// By hand: the loop is followed once, from its place in the walk and from the list of findings.
	key(kb.End)
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .from`), chromedp.WaitVisible(`#sim .count`))
	see("by hand", `document.querySelector('#sim .count').textContent`, "step 5",
		`document.querySelector('#sim .now').textContent`, "This is the state after step 1 again: the steps since then can be repeated for ever.")
	do(t, ctx, chromedp.Click(`#sim [data-sim="start"]`))
	ask(t, ctx, `(() => { const s = document.querySelector('#sim select'); s.value = s.options[1].value; s.dispatchEvent(new Event('change')); return 1; })()`)
	see("by hand", `document.querySelector('#sim .count').textContent`, "step 5")

	// Tasks fold away, and the frame stays around the steps of the loop.
	inside := `(() => { const c = ` + chosen + `.querySelector('.chart svg'), f = c.querySelector('.frame').getBoundingClientRect();
		return [...c.querySelectorAll('[data-step]')].map(g => { const r = g.querySelector('.hit').getBoundingClientRect(); return g.classList.contains('folded') ? 'gone' : r.top >= f.top && r.bottom <= f.bottom + 1 ? 'in' : r.bottom <= f.top + 1 ? 'above' : 'across'; }).join(); })()`
	open("task c { event once; loop { event more } }\n")
	want := ask(t, ctx, inside)
	if !strings.HasPrefix(want, "above,") || !strings.HasSuffix(want, ",in") || strings.Contains(want, "across") {
		t.Errorf("steps are %s", want)
	}
	height := chosen + `.querySelector('.chart .frame').getBoundingClientRect().height`
	high := ask(t, ctx, height)
	for lane := range 3 {
		do(t, ctx, chromedp.Click(`.result:not([data-later]) .fold label:nth-child(`+[]string{"2", "3", "4"}[lane]+`) input`))
		for i, where := range strings.Split(ask(t, ctx, inside), ",") {
			if where != "gone" && where != strings.Split(want, ",")[i] {
				t.Errorf("%d tasks folded away: step %d is %s", lane+1, i+1, where)
			}
		}
	}
	if got := ask(t, ctx, height); got == high {
		t.Error("what is folded away makes the frame no smaller")
	}
	shoot(t, ctx, "loop_folded")
}
