//go:build integration

package main

// The page of --html-output in a real browser, without a network.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
	mark := `[...` + chosen + `.querySelectorAll('.chart .here')].map(g => g.dataset.step).join()`
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
	see("step 1 of 6", "p[0]: busy==false", "property=out busy=false taken=false", "await !busy", "await !busy")
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
	see("step 2 of 6", "p[1]: busy==false", "property=out busy=false taken=false", "await !busy", "await !busy")
	do(t, ctx, chromedp.KeyEvent(kb.Home))
	see("start", "Before the first step", "property=out busy=false taken=false", "", "")

	// The other property, by a click on its row.
	do(t, ctx, chromedp.Click(`.verdicts tr[data-result="1"] td:nth-child(2)`))
	if got := ask(t, ctx, chosen+`.querySelector('h2').textContent`); got != "test_and_set holds" {
		t.Errorf("chosen: %s", got)
	}
	if got := ask(t, ctx, chosen+`.querySelector('.stats').textContent`); !strings.Contains(got, "24 of 32 kept by the rule normal") || !strings.Contains(got, "task:q[0..1]") {
		t.Errorf("statistics: %s", got)
	}
	shoot(t, ctx, "holds")

	// Dark, narrow, and printed.
	do(t, ctx, chromedp.Click(`.verdicts tr[data-result="0"] td:nth-child(2)`), chromedp.KeyEvent(kb.End))
	media(t, ctx, "", &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	if got := ask(t, ctx, `getComputedStyle(document.body).backgroundColor`); got != "rgb(13, 17, 23)" {
		t.Errorf("dark background %s", got)
	}
	shoot(t, ctx, "dark")
	media(t, ctx, "print")
	if got := ask(t, ctx, `[...document.querySelectorAll('.result')].filter(s => getComputedStyle(s).display !== 'none').length + ' ' + getComputedStyle(document.querySelector('.steps')).display + ' ' + getComputedStyle(document.querySelector('.controls')).display`); got != "2 table none" {
		t.Errorf("printed: %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.view')].every(v => v.getBoundingClientRect().height >= v.firstElementChild.getBoundingClientRect().height)`); got != "true" {
		t.Error("a printed picture covers what comes after it")
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
	openAt(t, ctx, "messages/ui.tfg", "#r3-13")
	state := `[...` + chosen + `.querySelectorAll('.vars tbody tr.object')].map(r => [...r.cells].map(c => c.textContent).join('/') + (r.classList.contains('changed') ? '*' : '')).join(' ')`
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
	if got := ask(t, ctx, `location.hash`); got != "#r3-0" {
		t.Errorf("the address ends in %s", got)
	}
	shoot(t, ctx, "messages")
}

// Of a joint step the lines of both sides are marked, with who stands there.
func TestPageJointStep(t *testing.T) {
	ctx := browser(t)
	openAt(t, ctx, "dining.tfg", "#r2-2")
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
	openFile(t, ctx, filepath.Join(deep, "dining.tfg"), "#r2-2")
	do(t, ctx, chromedp.EmulateViewport(420, 900))
	wide := `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.pane,.view,nav,pre,.data')).map(e => e.tagName + '.' + e.className).join(' ')`
	if got := ask(t, ctx, `document.documentElement.scrollWidth <= innerWidth`); got != "true" {
		t.Errorf("wider than the screen: %s", ask(t, ctx, wide))
	}
	shoot(t, ctx, "narrow")
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
