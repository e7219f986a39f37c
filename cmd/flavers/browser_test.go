//go:build integration

package main

// The page of --html-output in a real browser, without a network.

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"flavers/cfg"
	"flavers/lang"
	"flavers/report"
	"flavers/sem"
)

// browser starts a headless Chromium with a profile of its own. What the page
// asks the network for, and every error of its scripts, fails the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed")
	}
	opts := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.WindowSize(1400, 1300)}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(ev.Request.URL, "file://") && !strings.HasPrefix(ev.Request.URL, "data:") {
				t.Errorf("the page asks for %s", ev.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			t.Errorf("script error: %s, line %d", ev.ExceptionDetails.Text, ev.ExceptionDetails.LineNumber+1)
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 90*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// do runs browser actions.
func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// ask evaluates an expression to a string.
func ask(t *testing.T, ctx context.Context, expression string) string {
	t.Helper()
	s, err := chromedp.Run(ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return s
}

// address changes what comes after # in the page's address.
func address(t *testing.T, ctx context.Context, hash string) {
	t.Helper()
	ask(t, ctx, `location.hash = '`+hash+`'`)
	do(t, ctx, chromedp.Sleep(100*time.Millisecond))
}

// media makes the page believe in a medium, or a feature of it.
func media(t *testing.T, ctx context.Context, m string, features ...*emulation.MediaFeature) {
	t.Helper()
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: m, Features: features}); err != nil {
		t.Fatal(err)
	}
}

// shoot keeps a screenshot if FLAVERS_SHOTS names a directory: to be looked at.
func shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("FLAVERS_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// chosen is the section of the page that is shown.
const chosen = `document.querySelector('.result:not([data-later])')`

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
	if got := ask(t, ctx, `[...document.querySelectorAll('.verdicts tbody tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent).join('|')`); got != "test_then_set violated|test_and_set holds" {
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
	if got := ask(t, ctx, chosen+`.querySelector('h2').textContent`); got != "test_and_set holds" {
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
	if got := ask(t, ctx, `[...document.querySelectorAll('.result')].filter(s => getComputedStyle(s).display !== 'none').length + ' ' + getComputedStyle(document.querySelector('.steps')).display + ' ' + getComputedStyle(document.querySelector('.where')).display + ' ' + getComputedStyle(document.querySelector('.heads')).display`); got != "2 table none none" {
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

// openAt checks an example and opens its page at a step of a result.
func openAt(t *testing.T, ctx context.Context, example, place string) {
	t.Helper()
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", filepath.FromSlash(example)))
	if err != nil {
		t.Fatal(err)
	}
	openFile(t, ctx, program, place)
}

// openFile checks a program that is violated and opens the page of it at a step.
func openFile(t *testing.T, ctx context.Context, program, place string) {
	t.Helper()
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "check", program, "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page+place), chromedp.WaitVisible(chosenWalk))
}

const chosenWalk = `.result:not([data-later]) .walk .count`

// The page says what a queue holds after each step, which messages are on their
// way, and where they were sent.
func TestPageMessages(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "messages/ui.tfg", "#r4-13")
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
	if got := ask(t, ctx, `location.hash`); got != "#r4-0" {
		t.Errorf("the address ends in %s", got)
	}
	shoot(t, ctx, "messages")
}

// Of a joint step the lines of both sides are marked, with who stands there.
func TestPageJointStep(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "dining.tfg", "#r3-2")
	here := `[...` + chosen + `.querySelectorAll('.source .here')].map(l => l.querySelector('code').textContent.split('//')[0].trim() + ': ' + l.querySelector('.who').textContent).join('|')`
	if got := ask(t, ctx, here); got != "accept up: fork[0], fork[1]|call fork[(i+1)%N].up: phil[0]" {
		t.Errorf("lines: %s", got)
	}
	shoot(t, ctx, "joint")
}

// On a narrow screen nothing is wider than the screen, however long the names of
// the files are: the page's width must not depend on where a project is kept.
func TestPageNarrow(t *testing.T) {
	ctx := browser(t)
	deep := filepath.Join(t.TempDir(), strings.Repeat("a_directory_of_a_long_name_", 5), strings.Repeat("nested/", 8))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dining.tfg", "dining.fsa"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(deep, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	openFile(t, ctx, filepath.Join(deep, "dining.tfg"), "#r3-2")
	do(t, ctx, chromedp.EmulateViewport(420, 900))
	wide := `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.pane,.view,nav,pre,.data')).map(e => e.tagName + '.' + e.className).join(' ')`
	if got := ask(t, ctx, `document.documentElement.scrollWidth <= innerWidth`); got != "true" {
		t.Errorf("wider than the screen: %s", ask(t, ctx, wide))
	}
	shoot(t, ctx, "narrow")
}

// The names of the tasks stay where they can be seen while the chart scrolls, over
// their lifelines; not on paper.
func TestPageHeads(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "messages/ui.tfg", "#r4-16")
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
		do(t, ctx, chromedp.Sleep(100*time.Millisecond))
		if got := ask(t, ctx, numbers); got != want {
			t.Errorf("scrolled to %s: the numbers: %s, want %s", scroll, got, want)
		}
	}
	// A step is never under the names, nor beside the pane.
	for _, k := range []string{"17", "1", "14", "3", "10"} {
		address(t, ctx, "#r4-"+k)
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
	openAt(t, ctx, "messages/ui.tfg", "#r4-16")
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
	do(t, ctx, chromedp.Click(`.result:not([data-later]) .vars .read:nth-of-type(4) a`), chromedp.Sleep(100*time.Millisecond))
	at("step 15 of 17 #r4-15")
	if got, want := ask(t, ctx, now), "main: main.after=true, where loaded = true (written in step 14). ui.tfg:27:9"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	do(t, ctx, chromedp.Focus(`.result:not([data-later]) .now a`), chromedp.KeyEvent(kb.Enter), chromedp.Sleep(100*time.Millisecond)) // by keys only
	at("step 14 of 17 #r4-14")
	ask(t, ctx, `history.back()`)
	do(t, ctx, chromedp.Sleep(200*time.Millisecond))
	at("step 15 of 17 #r4-15")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	at("step 16 of 17 #r4-16")
	shoot(t, ctx, "reads")
}

// What the page says of reads is true of the machine: the values, and that the
// step it names wrote them and none after it did. A step writes a variable if
// what the variable holds after the step does not depend on what it held before,
// which is tried with every other value.
func TestPageReadsAreTrue(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob(filepath.Join("..", "..", "examples", "*", "*.tfg"))
	reads, writers, starts, open := 0, 0, 0, 0
	for _, file := range append(programs, more...) {
		page := filepath.Join(t.TempDir(), "page.html")
		out := runReal("", "check", file, "--html-output", page, "--format", "json", "--timeout", "5s", "--max-tuples", "20000")
		if out.status != 1 {
			continue
		}
		var c report.Check
		if err := json.Unmarshal([]byte(out.out), &c); err != nil {
			t.Fatal(err)
		}
		results := append([]report.Result{}, c.Results...)
		if c.RuntimeErrors != nil {
			results = append(results, *c.RuntimeErrors)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, list := lang.Load(file, text, lang.Options{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		html, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		data := regexp.MustCompile(`(?s)<script type="application/json" class="data">(.*?)</script>`).FindAllSubmatch(html, -1)
		for _, r := range results {
			if len(r.Trace) == 0 {
				continue
			}
			var steps struct {
				Steps []struct{ Reads []report.Read }
			}
			if err := json.Unmarshal(data[0][1], &steps); err != nil || len(steps.Steps) != len(r.Trace) {
				t.Fatalf("%s: %d steps of %d: %v", file, len(steps.Steps), len(r.Trace), err)
			}
			data = data[1:]
			if r.Schedule == "" {
				continue
			}
			truth := newTruth(t, p, r.Schedule)
			for i, st := range steps.Steps {
				for _, q := range st.Reads {
					reads++
					k := truth.vars[q.Name]
					if k == nil {
						t.Fatalf("%s: no variable %s", file, q.Name)
					}
					if got := k.Type.Format(truth.states[i][truth.m.Var(k.ID)] + k.Type.Lo); got != q.Value {
						t.Errorf("%s, %s: step %d reads %s = %s, but it is %s", file, r.Property, i+1, q.Name, q.Value, got)
					}
					switch {
					case q.Step < 0:
						open++
						continue
					case q.Step == 0:
						starts++
					default:
						writers++
						// x = max(x, 0) writes x, but keeps every x; its event says so.
						said := strings.Contains(" "+r.Trace[q.Step-1].Event, " "+q.Name+"=")
						if !said && truth.writes(q.Step, k) == no {
							t.Errorf("%s, %s: step %d is said to have written %s", file, r.Property, q.Step, q.Name)
						}
					}
					for s := q.Step + 1; s <= i; s++ {
						if truth.writes(s, k) == yes {
							t.Errorf("%s, %s: step %d reads %s, said to be of step %d, but step %d wrote it", file, r.Property, i+1, q.Name, q.Step, s)
						}
					}
				}
			}
		}
	}
	t.Logf("%d reads: %d written in a step, %d as at the start, %d unknown", reads, writers, starts, open)
	if writers < 30 || starts < 20 {
		t.Error("too few reads to say anything")
	}
}

// truth is an execution in the machine.
type truth struct {
	m      *sem.Machine
	vars   map[string]*cfg.Var
	steps  []sem.Choice
	states [][]int32 // one more than there are steps, unless the last one fails
}

func newTruth(t *testing.T, p *cfg.Program, schedule string) *truth {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	tr := &truth{m: m, vars: map[string]*cfg.Var{}}
	for i := range p.Vars {
		tr.vars[p.Vars[i].Name] = &p.Vars[i]
	}
	if tr.steps, _, err = sem.ParseSchedule(p, schedule); err != nil {
		t.Fatal(err)
	}
	tr.states = append(tr.states, m.Start())
	for i, s := range tr.steps {
		o := m.Outcomes(nil, tr.states[i], p.Actions[s.Action], false)[s.Outcome]
		if o.Next == nil {
			break
		}
		tr.states = append(tr.states, slices.Clone(o.Next))
	}
	return tr
}

type answer int

const (
	no answer = iota
	yes
	unknown // the step cannot be taken with another value
)

// writes tells whether step k (from 1) writes a variable.
func (tr *truth) writes(k int, v *cfg.Var) answer {
	x, s := tr.m.Var(v.ID), tr.steps[k-1]
	before, after := tr.states[k-1], tr.states[k]
	tried := unknown
	for value := range tr.m.Comps[x].Size {
		if value == before[x] {
			continue
		}
		other := slices.Clone(before)
		other[x] = value
		outs := tr.m.Outcomes(nil, other, tr.m.P.Actions[s.Action], false)
		if s.Outcome >= len(outs) || outs[s.Outcome].Next == nil {
			continue
		}
		if outs[s.Outcome].Next[x] == value && after[x] == before[x] {
			return no // it stays what it was
		}
		tried = yes
	}
	if after[x] != before[x] {
		return yes
	}
	return tried
}

// Addresses count results from one; what they do not name leaves the page at the
// first violated result.
func TestPageAddresses(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "messages/ui.tfg", "")
	shown := chosen + `.id + ' ' + (` + chosen + `.querySelector('.count')?.textContent ?? 'no steps')`
	for _, c := range []struct{ hash, want string }{
		{"", "r4 start"}, {"#r1", "r1 no steps"}, {"#r5-9", "r5 step 9 of 9"}, {"#r5-0", "r5 start"}, {"#r5-99", "r5 step 9 of 9"},
		{"#r4-17", "r4 step 17 of 17"}, {"#r0-3", "r4 step 17 of 17"}, {"#r6", "r4 step 17 of 17"}, {"#nothing", "r4 step 17 of 17"}, {"#r3-2", "r3 no steps"},
	} {
		address(t, ctx, c.hash)
		if got := ask(t, ctx, shown); got != c.want {
			t.Errorf("%s shows %s, want %s", c.hash, got, c.want)
		}
	}
}

// Without scripts the page has all results with their steps, what they read, and
// links between them.
func TestPageWithoutScript(t *testing.T) {
	ctx := browser(t)
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "messages", "ui.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "check", program, "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page+"#r4-16"), chromedp.WaitVisible("#r4-16"))
	if got := ask(t, ctx, `document.querySelector('#r4-16').innerText.split('\t').map(s => s.trim()).join('|')`); got != "16|main|if before != after|main.before=false (step 12), main.after=true (step 15)|||ui.tfg:28:9" {
		t.Errorf("step 16: %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.result')].filter(s => s.getBoundingClientRect().height > 0).length`); got != "5" {
		t.Errorf("%s results are shown", got)
	}
	if got := ask(t, ctx, `(y => y > -1 && y < innerHeight)(document.querySelector('#r4-16').getBoundingClientRect().top)`); got != "true" {
		t.Errorf("the address does not lead to the step: %s", ask(t, ctx, `scrollY + ' of ' + document.documentElement.scrollHeight + ', the step is at ' + document.querySelector('#r4-16').getBoundingClientRect().top`))
	}
	do(t, ctx, chromedp.Focus(`#r4-16 a`), chromedp.KeyEvent(kb.Enter), chromedp.Sleep(100*time.Millisecond))
	if got := ask(t, ctx, `location.hash`); got != "#r4-12" {
		t.Errorf("the link leads to %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.where')].filter(e => e.getBoundingClientRect().height > 0).length`); got != "0" {
		t.Errorf("%s bars of controls that do nothing", got)
	}
	shoot(t, ctx, "plain")
}

// The summary is in words; measures are folded away, and open by keys.
func TestPageSummary(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "messages/ui.tfg", "")
	if got := ask(t, ctx, `document.querySelector('h1').innerText.split('\n').pop() + '|' + document.title`); got != "ui.tfg|ui.tfg: 5 checks, 2 violated, 3 hold" {
		t.Errorf("heading: %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelector('tr.chosen').cells].slice(0, 4).map(c => c.innerText).join('|')`); got != "untorn|violated|An execution violates it: it was found and replayed.|17 steps" {
		t.Errorf("row: %s", got)
	}
	open := `document.querySelector('#terms').checkVisibility()`
	if got := ask(t, ctx, open); got != "false" {
		t.Error("measures are not folded away")
	}
	do(t, ctx, chromedp.Focus(`.work summary`), chromedp.KeyEvent(kb.Enter))
	if got := ask(t, ctx, open); got != "true" {
		t.Error("measures do not open by keys")
	}
	if got := ask(t, ctx, chosen+`.querySelector('.count').textContent`); got != "start" {
		t.Errorf("the key went on to %s", got)
	}
	shoot(t, ctx, "summary")
	// A link in each section opens them too.
	do(t, ctx, chromedp.KeyEvent(kb.Enter))
	if got := ask(t, ctx, open); got != "false" {
		t.Error("measures do not close by keys")
	}
	do(t, ctx, chromedp.Focus(`.result:not([data-later]) a[href="#terms"]`), chromedp.KeyEvent(kb.Enter), chromedp.Sleep(100*time.Millisecond))
	if got := ask(t, ctx, open); got != "true" {
		t.Error("the link does not open the measures")
	}
}

// A click on a node of a picture with bundles lights its own neighbours and no
// others.
func TestPictureBundles(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "messages", "ui.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "render", program, "--graph", "pruned", "-o", page); got.status != 0 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	dot := filepath.Join(t.TempDir(), "graph.dot")
	if got := runReal("", "render", program, "--graph", "pruned", "-o", dot); got.status != 0 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	text, err := os.ReadFile(dot)
	if err != nil {
		t.Fatal(err)
	}
	near := map[string]map[string]bool{} // by the graph that Graphviz gets
	for _, m := range regexp.MustCompile(`"(n\d+)" -> "(n\d+)"`).FindAllStringSubmatch(string(text), -1) {
		for _, p := range [][2]string{{m[1], m[2]}, {m[2], m[1]}} {
			if near[p[0]] == nil {
				near[p[0]] = map[string]bool{p[0]: true}
			}
			near[p[0]][p[1]] = true
		}
	}
	if len(near) < 15 {
		t.Fatalf("%d nodes have neighbours", len(near))
	}
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".view svg"))
	for id, want := range near {
		got := strings.Fields(ask(t, ctx, `(document.querySelector('#`+id+`').dispatchEvent(new MouseEvent('click', {bubbles: true})), [...document.querySelectorAll('.view [data-node].near')].map(n => n.dataset.node).join(' '))`))
		for _, n := range got {
			if !want[n] {
				t.Errorf("%s lights %s, which it is not joined to", id, n)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s lights %d nodes, is joined to %d", id, len(got), len(want))
		}
	}
}

// Text from a program cannot become markup, in the page or in its pictures.
func TestPageEscapes(t *testing.T) {
	ctx := browser(t)
	evil := `</script><script>document.title='owned'</script><img src=x onerror="document.title='owned'">`
	inDir(t, map[string]string{
		"evil.tfg": "// " + evil + "\nprogram evil\nshared n 0..3 = 0\ntask a { n = 2; event b } // " + evil + "\n",
		"evil.fsa": "// " + evil + "\nproperty never {\n// " + evil + "\nabsence of b globally }\n",
	})
	got := runReal("", "check", "evil.tfg", "--html-output", "page.html")
	if got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	page, err := filepath.Abs("page.html")
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".walk .count"), chromedp.KeyEvent(kb.End), chromedp.Sleep(200*time.Millisecond))
	if got := ask(t, ctx, "document.title + document.images.length"); strings.Contains(got, "owned") || !strings.HasSuffix(got, "0") {
		t.Errorf("title and images: %s", got)
	}
	if got := ask(t, ctx, `document.querySelector('.source').textContent.includes("<img src=x")`); got != "true" {
		t.Error("the source is not shown as it is")
	}
}

// A picture's own page moves and lights what a node is joined to.
func TestPicturePage(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining_manager.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "render", program, "--graph", "pruned", "--only", "neighbours", "-o", page); got.status != 0 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".view svg"))
	before := ask(t, ctx, `document.querySelector('.view svg').style.transform`)
	do(t, ctx, chromedp.Focus(".view"), chromedp.KeyEvent("+"), chromedp.KeyEvent(kb.ArrowRight))
	if after := ask(t, ctx, `document.querySelector('.view svg').style.transform`); after == before || after == "" {
		t.Errorf("keys do not move the picture: %s, %s", before, after)
	}
	do(t, ctx, chromedp.KeyEvent("0"))
	if again := ask(t, ctx, `document.querySelector('.view svg').style.transform`); again != before {
		t.Errorf("0 shows %s, not %s", again, before)
	}
	do(t, ctx, chromedp.Click(`[data-node].global rect`))
	if n, _ := strconv.Atoi(ask(t, ctx, `document.querySelectorAll('[data-node].near').length`)); n < 2 {
		t.Errorf("%d nodes are lit", n)
	}
	shoot(t, ctx, "picked")
}
