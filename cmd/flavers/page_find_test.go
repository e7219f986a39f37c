//go:build integration

package main

// What helps to find one's way on the page: search, addresses, folded tasks, copying.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What is typed is looked for in checks, steps and source, and a click or Enter goes there.
func TestPageSearch(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "")
	do(t, ctx, chromedp.KeyEvent("/"))
	if got := ask(t, ctx, `(document.activeElement.value = '', document.activeElement.type)`); got != "search" {
		t.Errorf("the key / leads to %s", got)
	}
	do(t, ctx, chromedp.SendKeys(`header input[type="search"]`, "Main redraw(2)"))
	hits := `[...document.querySelectorAll('.hits a')].map(a => a.getAttribute('href') + ' ' + a.textContent).join('|')`
	if got := ask(t, ctx, hits); got != "#r1-13 main: post main.redraw(2)" {
		t.Errorf("found %q", got)
	}
	do(t, ctx, chromedp.KeyEvent(kb.Enter), settled())
	if got := ask(t, ctx, chosen+`.querySelector('.count').textContent + location.hash`); got != "step 13 of 17#r1-13" {
		t.Errorf("Enter leads to %s", got)
	}
	do(t, ctx, chromedp.SendKeys(`header input[type="search"]`, kb.Escape), chromedp.SendKeys(`header input[type="search"]`, "on redraw"))
	if got := ask(t, ctx, hits); got != "#r1-L30 on redraw {" && !strings.HasPrefix(got, "#r1-L30 on redraw") {
		t.Errorf("found %q", got)
	}
	do(t, ctx, chromedp.Click(`header .hits a`), settled())
	if got := ask(t, ctx, chosen+`.querySelector('.source .sought').dataset.line`); got != "30" {
		t.Errorf("the line that is sought: %s", got)
	}
	do(t, ctx, chromedp.SendKeys(`header input[type="search"]`, kb.Escape), chromedp.SendKeys(`header input[type="search"]`, "nowhere"))
	if got := ask(t, ctx, `document.querySelector('.hits').textContent`); got != "nothing found" {
		t.Errorf("found %q", got)
	}
	// Of another result, by its address.
	address(t, ctx, "#r2-L26")
	if got := ask(t, ctx, chosen+`.id + ' ' + `+chosen+`.querySelector('.source .sought').dataset.line`); got != "r2 26" {
		t.Errorf("line 26 of the second result: %s", got)
	}
	shoot(t, ctx, "search")
}

// A task that is folded away takes little room, its steps are gone, those of others stay in
// line with their lifelines; unfolded, everything is where it was.
func TestPageFoldsTasks(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-16")
	places := chosen + `.querySelector('.chart').innerHTML.replace(/ class="[^"]*"/g, '')`
	before := ask(t, ctx, places)
	width := `+` + chosen + `.querySelector('.chart svg').getAttribute('width')`
	was := ask(t, ctx, width)
	box := func(n string) string { return `.result:not([data-later]) .fold label:nth-child(` + n + `) input` }
	do(t, ctx, chromedp.Click(box("2"))) // main, which takes the most steps
	if got := ask(t, ctx, width+` < `+was+` - 80`); got != "true" {
		t.Errorf("the chart is as wide as before: %s", was)
	}
	seen := `[...` + chosen + `.querySelectorAll('.chart svg:not(.heads,.numbers) [data-step]')].filter(g => g.querySelector(".n")?.getBoundingClientRect().width > 0).map(g => g.dataset.step).join()`
	if got := ask(t, ctx, seen); got != "1,10,14" {
		t.Errorf("steps that are seen: %s", got)
	}
	middle := `(r => Math.round(r.left + r.width / 2))`
	aligned := `[1, 2].every(t => [...` + chosen + `.querySelectorAll('[data-lane="' + t + '"] rect')].every(e => ` + middle + `(e.getBoundingClientRect()) === ` +
		middle + `(` + chosen + `.querySelector('[data-lane="' + t + '"] rect').getBoundingClientRect())))`
	if got := ask(t, ctx, aligned); got != "true" {
		t.Error("headings are not above one another")
	}
	shoot(t, ctx, "folded")
	do(t, ctx, chromedp.Click(box("1"))) // all tasks
	if got := ask(t, ctx, places); got != before {
		t.Error("unfolded, the chart is another")
	}
}

// Tasks that do the same are a band, until the button shows all of them.
func TestPageFoldsAlike(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "check", program, "--set", "N=30", "--only", "deadlock", "--html-output", page); got.status != 0 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(chosenWalk))
	places := chosen + `.querySelector('.chart').innerHTML.replace(/ (class|style)="[^"]*"/g, '')`
	width := `+` + chosen + `.querySelector('.chart svg').getAttribute('width')`
	if got := ask(t, ctx, width+` < 700`); got != "true" {
		t.Errorf("the chart of 60 tasks has a width of %s", ask(t, ctx, width))
	}
	button := chosen + `.querySelector('.fold button')`
	if got := ask(t, ctx, button+`.textContent + [...`+chosen+`.querySelectorAll('.fold label')].map(l => l.textContent).join()`); got != "show all 60 tasks all tasks, fork[0], phil[0], fork[1..29]: the same as fork[0], phil[1..29]: the same as phil[0]" {
		t.Errorf("what can be shown: %s", got)
	}
	folded := ask(t, ctx, places)
	shoot(t, ctx, "alike")
	ask(t, ctx, button+`.click()`)
	if got := ask(t, ctx, width+` > 5000 && `+button+`.textContent`); got != "fold tasks that do the same" {
		t.Errorf("all tasks: %s, %s wide", got, ask(t, ctx, width))
	}
	ask(t, ctx, button+`.click()`)
	if got := ask(t, ctx, places); got != folded {
		t.Error("folded again, the chart is another")
	}
}

// The key ? lists the keys, and again closes the list; while it is open, other keys do nothing.
func TestPageKeys(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-2")
	open := `String(document.querySelector('dialog.help').open)`
	do(t, ctx, chromedp.KeyEvent("?"), chromedp.KeyEvent(kb.ArrowRight))
	if got := ask(t, ctx, open+` + `+chosen+`.querySelector('.count').textContent`); !strings.HasPrefix(got, "truestep 2 of") {
		t.Errorf("after ?: %s", got)
	}
	do(t, ctx, chromedp.KeyEvent("?"))
	if got := ask(t, ctx, open); got != "false" {
		t.Errorf("after a second ?: %s", got)
	}
}

// Rounds that repeat the one before them are folded away in the chart; a step among them is lit in the first round.
func TestPageFoldsRounds(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	program, page := filepath.Join(dir, "rounds.tfg"), filepath.Join(dir, "page.html")
	text := "program rounds\nshared n 0..1 = 0\nchan c[2] 0..8\n" +
		"task a { for i in 1..8 { c <- i; event sent }; await n == 1 }\ntask b { for i in 1..8 { <-c } }\n"
	if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "check", program, "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page+"#r1-20"), chromedp.WaitVisible(".walk .count"))
	seen := `[...` + chosen + `.querySelectorAll('.chart svg:not(.heads,.numbers) [data-step]')].filter(g => g.getBoundingClientRect().width > 0)`
	lit := seen + `.filter(g => g.classList.contains('here')).map(g => g.dataset.step).join()`
	note := `[...` + chosen + `.querySelectorAll('.rounds tspan')].map(e => e.textContent).join(' ')`
	for expression, want := range map[string]string{seen + `.length`: "6", lit: "5",
		note: "… same 3 steps, 6 × more, with c<-3..8"} {
		if got := ask(t, ctx, expression); got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .fold label:nth-child(1) input`))
	for expression, want := range map[string]string{seen + `.length`: "24", lit: "20"} {
		if got := ask(t, ctx, expression); got != want {
			t.Errorf("unfolded, %s is %q, want %q", expression, got, want)
		}
	}
}

// The command that replays an execution can be copied; where a pane goes on at the right,
// that is seen; and source is highlighted.
func TestPageCopiesAndShows(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "#r1-2")
	ask(t, ctx, `navigator.clipboard.writeText = (s) => { window.copied = s; return Promise.resolve(); }`)
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .controls [data-copy]`), settled())
	if got := ask(t, ctx, `window.copied`); !strings.HasPrefix(got, "flavers replay ") || !strings.Contains(got, "ui.tfg 1:") {
		t.Errorf("copied %q", got)
	}
	if got := ask(t, ctx, chosen+`.querySelector('.controls [data-copy]').textContent`); got != "copied" {
		t.Errorf("the button says %q", got)
	}
	if got := ask(t, ctx, chosen+`.querySelector('.source .w-type').textContent + `+chosen+`.querySelector('.property .w-keyword').textContent`); got == "" {
		t.Error("nothing is highlighted")
	}
	do(t, ctx, chromedp.EmulateViewport(400, 800), settled())
	pane := chosen + `.querySelector('.pane.chart')`
	if got := ask(t, ctx, pane+`.classList.contains('more')`); got != "true" {
		t.Error("nothing says that the chart goes on at the right")
	}
	ask(t, ctx, pane+`.scrollTo(9999, 0)`)
	do(t, ctx, settled())
	if got := ask(t, ctx, pane+`.classList.contains('more')`); got != "false" {
		t.Error("at its end the chart seems to go on")
	}
	// Lines of the source are broken, and nothing of the page is beside the screen.
	if got := ask(t, ctx, `document.documentElement.scrollWidth <= innerWidth && `+chosen+`.querySelector('.source').scrollWidth <= `+chosen+`.querySelector('.source').clientWidth`); got != "true" {
		t.Error("something is cut at the right")
	}
}

// The graph of many tasks shows few of them until a button is clicked, and lights the step in both.
func TestPageUnfoldsGraph(t *testing.T) {
	ctx := browser(t)
	page := filepath.Join(t.TempDir(), "page.html")
	example, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "check", example, "--set", "N=20", "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page+"#r1-2"), chromedp.WaitVisible(chosenWalk))
	seen := `[...` + chosen + `.querySelectorAll('.view [data-node]')].filter(g => g.getBoundingClientRect().width > 0)`
	lit := seen + `.some(g => g.classList.contains('now-here'))`
	few := ask(t, ctx, seen+`.length`)
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .unfold`), settled())
	if all := ask(t, ctx, seen+`.length`); all <= few && len(all) <= len(few) || ask(t, ctx, lit) != "true" {
		t.Errorf("%s nodes, then %s; the step is lit: %s", few, all, ask(t, ctx, lit))
	}
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .unfold`), settled())
	if again := ask(t, ctx, seen+`.length`); again != few || ask(t, ctx, lit) != "true" {
		t.Errorf("%s nodes, then %s; the step is lit: %s", few, again, ask(t, ctx, lit))
	}
}
