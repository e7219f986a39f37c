//go:build integration

package main

// Walking an execution on the page.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestPageWalk(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "broken_mutex.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "check", program, "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".walk .count"))
	if got := ask(t, ctx, `[...document.querySelectorAll('.verdicts tbody tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent).join('|')`); got != "test_then_set violated|test_and_set holds|no deadlock holds" {
		t.Errorf("verdicts: %s", got)
	}
	shoot(t, ctx, "start")

	count := chosen + `.querySelector('.count').textContent`
	now := chosen + `.querySelector('.now').textContent`
	state := `[...` + chosen + `.querySelectorAll('.vars tbody tr')].map(r => r.cells[0].textContent + '=' + r.cells[1].textContent + (r.classList.contains('changed') ? '*' : '')).join(' ')`
	here := `[...` + chosen + `.querySelectorAll('.source .here code')].map(c => c.textContent.trim()).join('|')`
	mark := `[...` + chosen + `.querySelectorAll('.chart [data-step].here')].map(g => g.dataset.step).join()`
	node := `[...` + chosen + `.querySelectorAll('.view .now-here text')].map(g => g.textContent).join()`
	see := func(step, what, values, line, in string) {
		t.Helper()
		for _, c := range []struct{ name, expression, want string }{
			{"count", count, step}, {"state", state, values}, {"source line", here, line}, {"node", node, in},
		} {
			if got := ask(t, ctx, c.expression); got != c.want {
				t.Errorf("%s: %s is %q, want %q", step, c.name, got, c.want)
			}
		}
		if got := ask(t, ctx, now); !strings.Contains(got, what) {
			t.Errorf("%s: says %q, want %q", step, got, what)
		}
		if step != "start" {
			number := strings.Fields(step)[1]
			if got := ask(t, ctx, mark); got != number {
				t.Errorf("%s: the chart marks %s", step, got)
			}
		}
	}
	see("start", "Before the first step", "property=out busy=false taken=false", "", "")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	see("step 1 of 6", "p[0]: await !busy, with busy = false (as at the start)", "property=out busy=false taken=false", "await !busy", "await !busy")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("j"))
	see("step 3 of 6", "p[0]: busy=true", "property=out busy=true* taken=false", "busy = true", "busy = true")
	do(t, ctx, chromedp.Click(`.result:not([data-later]) [data-go="next"]`))
	see("step 4 of 6", "the property goes from out to in0", "property=in0* busy=true taken=false", "event enter(i)", "event enter(0)")
	shoot(t, ctx, "step4")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
	see("step 3 of 6", "p[0]: busy=true", "property=out busy=true* taken=false", "busy = true", "busy = true")
	do(t, ctx, chromedp.KeyEvent(kb.End))
	see("step 6 of 6", "leads test_then_set to its error state", "property=error* busy=true taken=false", "event enter(i)", "event enter(1)")
	if got := ask(t, ctx, chosen+`.querySelector('[data-go="next"]').disabled`); got != "true" {
		t.Error("one can go on after the last step")
	}
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .chart [data-step="2"]`))
	see("step 2 of 6", "p[1]: await !busy", "property=out busy=false taken=false", "await !busy", "await !busy")
	do(t, ctx, chromedp.KeyEvent(kb.Home))
	see("start", "Before the first step", "property=out busy=false taken=false", "", "")

	// The other property, by a click on its row.
	do(t, ctx, chromedp.Click(`.verdicts tr[data-result="2"] td:nth-child(2)`))
	if got := ask(t, ctx, chosen+`.querySelector('h2').textContent`); got != "test_and_set holds #" {
		t.Errorf("chosen: %s", got)
	}
	if got := ask(t, ctx, chosen+`.querySelector('.stats').textContent`); !strings.Contains(got, "24 of 32 kept by the rule normal") || !strings.Contains(got, "task:q[0..1]") {
		t.Errorf("statistics: %s", got)
	}
	shoot(t, ctx, "holds")

	// Dark, narrow, and printed.
	do(t, ctx, chromedp.Click(`.verdicts tr[data-result="1"] td:nth-child(2)`), chromedp.KeyEvent(kb.End))
	media(t, ctx, "", &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	if got := ask(t, ctx, `getComputedStyle(document.body).backgroundColor`); got != "rgb(13, 17, 23)" {
		t.Errorf("dark background %s", got)
	}
	shoot(t, ctx, "dark")
	media(t, ctx, "print")
	if got := ask(t, ctx, `[...document.querySelectorAll('.result')].filter(s => getComputedStyle(s).display !== 'none').length + ' ' + getComputedStyle(document.querySelector('.steps')).display + ' ' + getComputedStyle(document.querySelector('.where')).display + ' ' + getComputedStyle(document.querySelector('.heads')).display`); got != "3 table none none" {
		t.Errorf("printed: %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.view')].every(v => v.getBoundingClientRect().height >= v.firstElementChild.getBoundingClientRect().height)`); got != "true" {
		t.Error("a printed picture covers what comes after it")
	}
	// What is folded away is on paper too.
	if got := ask(t, ctx, `document.querySelector('#terms').checkVisibility()`); got != "true" {
		t.Error("what the measures are is not on paper")
	}
	shoot(t, ctx, "print")
}

// openUI opens messages/ui.tfg, with a property whose counterexample handles two
// clicks: that no handler is torn once a drawing was empty.
func openUI(t *testing.T, ctx context.Context, place string) {
	t.Helper()
	openFile(t, ctx, twoClicks(t), place)
}

// twoClicks is the program that openUI opens.
func twoClicks(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ui.tfg", "ui.fsa"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "messages", name))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), "absence of torn", "absence of torn after empty(1)", 1)
		if name == "ui.fsa" && changed == string(text) {
			t.Fatal("ui.fsa has no such property")
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "ui.tfg")
}

// The page says what a queue holds after each step, which messages are on their
// way, and where they were sent.
func TestPageMessages(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-13")
	state := `[...` + chosen + `.querySelectorAll('.vars tbody tr.object')].map(r => [...r.cells].slice(0, 3).map(c => c.textContent).join('/') + (r.classList.contains('changed') ? '*' : '')).join(' ')`
	flying := `[...` + chosen + `.querySelectorAll('.chart .flying')].map(p => p.parentNode.dataset.sent).join()`
	now := chosen + `.querySelector('.now').textContent`
	for _, c := range []struct{ key, object, flying, says string }{
		{"", "queue main/redraw(2)/empty*", "13", "not taken yet"},
		{kb.ArrowLeft, "queue main/empty/", "", "main.before=false"},
		{kb.ArrowLeft, "queue main/empty/clicked(2)*", "", "sent in step 10"},
		{kb.ArrowLeft, "queue main/clicked(2)/empty*", "10", "taken in step 11"},
		{kb.Home, "queue main/empty/", "", "Before the first step"},
	} {
		if c.key != "" {
			do(t, ctx, chromedp.KeyEvent(c.key))
		}
		if got := ask(t, ctx, state); got != c.object {
			t.Errorf("queue: %q, want %q", got, c.object)
		}
		if got := ask(t, ctx, flying); got != c.flying {
			t.Errorf("on their way: %q, want %q", got, c.flying)
		}
		if got := ask(t, ctx, now); !strings.Contains(got, c.says) {
			t.Errorf("says %q, want %q", got, c.says)
		}
		for _, what := range []string{".chart .here", ".source li.here"} { // on the screen
			if got := ask(t, ctx, `(e => !e || e.getBoundingClientRect().bottom <= innerHeight && e.getBoundingClientRect().top >= 0)(`+chosen+`.querySelector('`+what+`'))`); c.key != kb.Home && got != "true" {
				t.Errorf("after %s: %s is off the screen", c.says, what)
			}
		}
	}
	if got := ask(t, ctx, `location.hash`); got != "#r1-0" {
		t.Errorf("the address ends in %s", got)
	}
	shoot(t, ctx, "messages")
}

// Of a joint step the lines of both sides are marked, with who stands there.
func TestPageJointStep(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "dining.tfg", "#r1-2")
	here := `[...` + chosen + `.querySelectorAll('.source .here')].map(l => l.querySelector('code').textContent.split('//')[0].trim() + ': ' + l.querySelector('.who').textContent).join('|')`
	if got := ask(t, ctx, here); got != "accept up: fork[0..1]|call fork[(i+1)%N].up: phil[0]" {
		t.Errorf("lines: %s", got)
	}
	shoot(t, ctx, "joint")
}

// The names of the tasks stay where they can be seen while the chart scrolls, over
// their lifelines; not on paper.
func TestPageHeads(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-16")
	do(t, ctx, chromedp.EmulateViewport(420, 700))
	pane := chosen + `.querySelector('.pane.chart')`
	heads := `(p => { const h = p.querySelector('.heads').getBoundingClientRect(), r = p.getBoundingClientRect(); return Math.round(h.top - r.top) + ' ' + (h.height > 30); })(` + pane + `)`
	columns := `(p => { const left = what => [...p.querySelectorAll(what)].map(e => Math.round(10 * e.getBoundingClientRect().left)); return left('.heads .lane').flatMap(x => [x, x]).join() === left('svg:not(.heads) .lane').join() && left('.heads .lane').length; })(` + pane + `)`
	for _, scroll := range []string{"0, 0", "0, 120", "150, 40", "9999, 9999"} {
		if got := ask(t, ctx, `(`+pane+`.scrollTo(`+scroll+`), `+heads+`)`); got != "1 true" {
			t.Errorf("scrolled to %s: the names are at %s", scroll, got)
		}
		if got := ask(t, ctx, columns); got != "3" {
			t.Errorf("scrolled to %s: names and lifelines: %s", scroll, got)
		}
	}
	if got := ask(t, ctx, `Math.min(`+pane+`.scrollTop, `+pane+`.scrollLeft) > 20`); got != "true" {
		t.Error("the chart does not scroll")
	}
	// Scrolled aside, the numbers of the steps stay at the left, beside their steps.
	numbers := `(p => { const n = p.querySelector('.numbers'), r = n.getBoundingClientRect(); return getComputedStyle(n).display === 'none' ? 'none' : Math.round(r.left - p.getBoundingClientRect().left) + ' ' + [...n.querySelectorAll('text')].every((e, i) => Math.abs(e.getBoundingClientRect().top - p.querySelector('[data-step="' + (i + 1) + '"] .note').getBoundingClientRect().top) < 1); })(` + pane + `)`
	for scroll, want := range map[string]string{"0, 100": "none", "80, 100": "1 true"} {
		ask(t, ctx, pane+`.scrollTo(`+scroll+`)`)
		do(t, ctx, settled())
		if got := ask(t, ctx, numbers); got != want {
			t.Errorf("scrolled to %s: the numbers: %s, want %s", scroll, got, want)
		}
	}
	// A step is never under the names, nor beside the pane.
	for _, k := range []string{"17", "1", "14", "3", "10"} {
		address(t, ctx, "#r1-"+k)
		inside := `(p => { const h = p.querySelector('.heads').getBoundingClientRect(), r = p.getBoundingClientRect(), e = p.querySelector('.here .n').getBoundingClientRect(); return e.top >= h.bottom - 1 && e.bottom <= r.bottom && e.left >= r.left && e.right <= r.right && e.bottom <= innerHeight; })(` + pane + `)`
		if got := ask(t, ctx, inside); got != "true" {
			t.Errorf("step %s is not in sight", k)
		}
	}
	shoot(t, ctx, "heads")
	media(t, ctx, "print")
	if got := ask(t, ctx, `getComputedStyle(document.querySelector('.heads')).display`); got != "none" {
		t.Errorf("printed names: %s", got)
	}
}

// A step that reads says what the source says, the values, and where they were
// written; one can go there and back.
func TestPageReads(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-16")
	now := chosen + `.querySelector('.now').textContent`
	if got, want := ask(t, ctx, now), "main: if before != after, with main.before = false (written in step 12), main.after = true (written in step 15)."; !strings.HasPrefix(got, want) || !strings.Contains(got, "main.before==false") {
		t.Errorf("says %q, want %q and the event", got, want)
	}
	if got := ask(t, ctx, chosen+`.querySelector('.chart .here .n text').textContent`); got != "if before != after" {
		t.Errorf("the chart says %q", got)
	}
	if got := ask(t, ctx, `[...`+chosen+`.querySelectorAll('.vars .read')].map(r => r.cells[0].textContent + ': ' + r.cells[3].textContent).join('|')`); got != "main.before: written in step 12|main.after: written in step 15" {
		t.Errorf("state: %s", got)
	}
	if got := ask(t, ctx, `[...`+chosen+`.querySelectorAll('.chart .wrote')].map(g => g.dataset.step).join()`); got != "12,15" {
		t.Errorf("the chart marks as written: %s", got)
	}
	count := chosen + `.querySelector('.count').textContent`
	at := func(want string) {
		t.Helper()
		if got := ask(t, ctx, count+` + ' ' + location.hash`); got != want {
			t.Errorf("at %s, want %s", got, want)
		}
	}
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .vars .read:nth-of-type(4) a`), settled())
	at("step 15 of 17 #r1-15")
	if got, want := ask(t, ctx, now), "main: main.after=true, where loaded = true (written in step 14). ui.tfg:27:9"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	do(t, ctx, chromedp.Focus(`.result:not([data-later]) .now a`), chromedp.KeyEvent(kb.Enter), settled()) // by keys only
	at("step 14 of 17 #r1-14")
	ask(t, ctx, `history.back()`)
	do(t, ctx, settled())
	at("step 15 of 17 #r1-15")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	at("step 16 of 17 #r1-16")
	shoot(t, ctx, "reads")
}
