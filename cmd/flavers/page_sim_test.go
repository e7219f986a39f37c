//go:build integration

package main

// Executing a program by hand, in the page.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	simNext  = `[...document.querySelectorAll('#sim .next button')].map(b => b.textContent).join('|')`
	simCount = `document.querySelector('#sim .count').textContent`
	simNow   = `document.querySelector('#sim .now').textContent`
)

// A person takes steps, goes back and forth, sees who waits and what changed, comes into a
// deadlock, and copies the schedule, which replays.
func TestPageByHand(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "dining.tfg", "#r1-1")
	see := func(count, now, next string) {
		t.Helper()
		if got := ask(t, ctx, simCount); got != count {
			t.Errorf("at %s, want %s", got, count)
		}
		if got := ask(t, ctx, simNow); !strings.Contains(got, now) {
			t.Errorf("says %q, want %q", got, now)
		}
		if got := ask(t, ctx, simNext); got != next {
			t.Errorf("what can be done: %s\nwant %s", got, next)
		}
	}
	// On from the step of the violation that is shown.
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .from`), settled())
	see("step 1", "phil[0] with fork[0] fork[0].up", "phil[0] with fork[1] fork[1].up (never_two_forks goes to error) violates never_two_forks|phil[1] with fork[1] fork[1].up|phil[2] with fork[2] fork[2].up")
	if got := ask(t, ctx, `location.hash`); got != "#sim-0" {
		t.Errorf("the address ends in %s", got)
	}
	do(t, ctx, chromedp.Click(`#sim .next li:nth-child(2) button`), chromedp.KeyEvent("2"))
	see("step 3", "Deadlock: not all tasks have ended", "")
	if got := ask(t, ctx, `[...document.querySelectorAll('#sim .waiting li')].map(l => l.textContent)[0]`); !strings.Contains(got, " waits at ") || !strings.Contains(got, ", for ") {
		t.Errorf("waits: %s", got)
	}
	command := ask(t, ctx, `document.querySelector('#sim [data-copy]').dataset.copy`)
	words := strings.Fields(command)
	if got := runReal("", "replay", words[len(words)-2], words[len(words)-1]); got.status != 0 || !strings.Contains(got.out, "Deadlock") {
		t.Errorf("%s: status %d\n%s%s", command, got.status, got.out, got.err)
	}
	do(t, ctx, chromedp.KeyEvent("b"))
	see("step 2 of 3", "phil[1] with fork[1]", "phil[1] with fork[2] fork[2].up|phil[2] with fork[2] fork[2].up leads to a deadlock")
	shoot(t, ctx, "byhand")
}

// The page and flavers sim list the same: along a random execution, what can be done, what
// was done, and the values.
func TestPageByHandAgrees(t *testing.T) {
	ctx := browser(t)
	program := twoClicks(t)
	openFile(t, ctx, program, "")
	address(t, ctx, "#sim")
	for step := range 14 {
		picked := step % 2
		got := ask(t, ctx, `document.querySelectorAll('#sim .next button').length`)
		var n int
		fmt.Sscan(got, &n)
		if n == 0 {
			break
		}
		do(t, ctx, chromedp.KeyEvent(fmt.Sprint(1+min(picked, n-1))))
		hash := strings.TrimPrefix(ask(t, ctx, `location.hash`), "#sim-")
		command := strings.Fields(ask(t, ctx, `document.querySelector('#sim [data-copy]').dataset.copy`))
		schedule := command[len(command)-1]
		if !strings.HasSuffix(schedule, ":"+hash) {
			t.Fatalf("the address %s, the schedule %s", hash, schedule)
		}
		run := runReal("v\nq\n", "sim", program, schedule)
		if run.status != 0 {
			t.Fatalf("status %d\n%s", run.status, run.err)
		}
		values := ask(t, ctx, `[...document.querySelectorAll('#sim .vars tbody tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent).join('\n')`)
		flat := strings.Join(strings.Fields(run.out), " ")
		for line := range strings.Lines(values) {
			if line = strings.TrimSpace(line); !strings.Contains(flat, line) {
				t.Errorf("after %s the page says %s, flavers sim\n%s", schedule, line, run.out)
			}
		}
		for _, e := range strings.Split(ask(t, ctx, `[...document.querySelectorAll('#sim .next code')].map(c => c.textContent).join('|')`), "|") {
			if !strings.Contains(flat, e) {
				t.Errorf("after %s the page offers %s, flavers sim\n%s", schedule, e, run.out)
			}
		}
	}
	// Its address leads back to the same place in a page that is opened anew; a finding can be
	// jumped to.
	hash, now := ask(t, ctx, `location.hash`), ask(t, ctx, simNow)
	do(t, ctx, chromedp.KeyEvent(kb.Home))
	address(t, ctx, hash)
	if got := ask(t, ctx, simNow); got != now {
		t.Errorf("the address leads to %q, want %q", got, now)
	}
	ask(t, ctx, `(s => { s.selectedIndex = 1; s.dispatchEvent(new Event('change')); })(document.querySelector('#sim select'))`)
	if got := ask(t, ctx, simNow); !strings.Contains(got, "Violated: untorn") {
		t.Errorf("the finding ends at %q", got)
	}
	do(t, ctx, chromedp.EmulateViewport(400, 900), settled())
	if got := ask(t, ctx, `document.documentElement.scrollWidth <= innerWidth`); got != "true" {
		t.Error("something is cut at the right")
	}
	shoot(t, ctx, "byhand_narrow")
}

// A run-time error ends the execution; a program with more states than the page carries says so.
func TestPageByHandEnds(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("fails.fsa", "property sets { existence of \"x=1\" }")
	openFile(t, ctx, write("fails.tfg", "program fails\nshared x 0..9\ntask t { x = 1\n assert x == 2 }\n"), "")
	address(t, ctx, "#sim")
	do(t, ctx, chromedp.KeyEvent("1"), chromedp.KeyEvent("1"))
	if got := ask(t, ctx, simNow); !strings.Contains(got, "run-time error") || !strings.Contains(got, "ends here") {
		t.Errorf("says %q", got)
	}
	large := "program large\nshared x 0..9\ntask t { x = 1\n assert x == 2 }\ntask w[i in 0..3] { var n 0..9\n loop { n = any } }\n"
	page := filepath.Join(dir, "large.html")
	if got := runReal("", "check", write("large.tfg", large), "--only", "runtime-errors", "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "more than 5,000 states") || strings.Contains(string(text), `id="sim"`) {
		t.Error("the page does not say that the program is too large")
	}
}
