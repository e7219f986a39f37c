//go:build integration

package main

// The page on small screens, without its script, and by its addresses.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// On a narrow screen nothing is wider than the screen, however long the names of
// files, tasks and properties are: the page's width must not depend on where a project is kept.
func TestPageNarrow(t *testing.T) {
	ctx := browser(t)
	deep := filepath.Join(t.TempDir(), strings.Repeat("a_directory_of_a_long_name_", 5), strings.Repeat("nested/", 8))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.NewReplacer("never_two_forks", "never_two_forks_are_taken_at_the_same_time_by_all_of_them",
		"phil", "philosopher_who_eats_and_thinks_for_ever_and_ever")
	for _, name := range []string{"dining.tfg", "dining.fsa"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(deep, name), []byte(long.Replace(string(text))), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	openFile(t, ctx, filepath.Join(deep, "dining.tfg"), "#r1-2")
	do(t, ctx, chromedp.EmulateViewport(400, 900))
	wide := `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.pane,.view,nav,pre,.data')).map(e => e.tagName + '.' + e.className).join(' ')`
	if got := ask(t, ctx, `document.documentElement.scrollWidth <= innerWidth`); got != "true" {
		t.Errorf("wider than the screen: %s", ask(t, ctx, wide))
	}
	shoot(t, ctx, "narrow")
}

// Addresses count results from one; what they do not name leaves the page at the
// first violated result.
func TestPageAddresses(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "")
	shown := chosen + `.id + ' ' + (` + chosen + `.querySelector('.count')?.textContent ?? 'no steps')`
	for _, c := range []struct{ hash, want string }{
		{"", "r1 start"}, {"#r3", "r3 no steps"}, {"#r2-9", "r2 step 9 of 9"}, {"#r2-0", "r2 start"}, {"#r2-99", "r2 step 9 of 9"},
		{"#r1-17", "r1 step 17 of 17"}, {"#r0-3", "r1 step 17 of 17"}, {"#r7", "r1 step 17 of 17"}, {"#nothing", "r1 step 17 of 17"}, {"#r5-2", "r5 no steps"},
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
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "check", twoClicks(t), "--html-output", page); got.status != 1 {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	do(t, ctx, chromedp.Navigate("file://"+page+"#r1-16"), chromedp.WaitVisible("#r1-16"))
	if got := ask(t, ctx, `document.querySelector('#r1-16').innerText.split('\t').map(s => s.trim()).join('|')`); got != "16|main|if before != after|main.before=false (step 12), main.after=true (step 15)|||ui.tfg:28:9" {
		t.Errorf("step 16: %s", got)
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.result')].filter(s => s.getBoundingClientRect().height > 0).length`); got != "6" {
		t.Errorf("%s results are shown", got)
	}
	if got := ask(t, ctx, `(y => y > -1 && y < innerHeight)(document.querySelector('#r1-16').getBoundingClientRect().top)`); got != "true" {
		t.Errorf("the address does not lead to the step: %s", ask(t, ctx, `scrollY + ' of ' + document.documentElement.scrollHeight + ', the step is at ' + document.querySelector('#r1-16').getBoundingClientRect().top`))
	}
	do(t, ctx, chromedp.Focus(`#r1-16 td:nth-child(4) a`), chromedp.KeyEvent(kb.Enter))
	for end := time.Now().Add(20 * time.Second); ask(t, ctx, `location.hash`) != "#r1-12"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) { // no timers run in this page: settled would never return
			t.Fatalf("the link leads to %s", ask(t, ctx, `location.hash`))
		}
	}
	if got := ask(t, ctx, `[...document.querySelectorAll('.where')].filter(e => e.getBoundingClientRect().height > 0).length`); got != "0" {
		t.Errorf("%s bars of controls that do nothing", got)
	}
	shoot(t, ctx, "plain")
}

// The summary is in words; measures are folded away, and open by keys.
func TestPageSummary(t *testing.T) {
	ctx := browser(t)
	openUI(t, ctx, "")
	if got := ask(t, ctx, `document.querySelector('h1').innerText.split('\n').pop() + '|' + document.title`); got != "ui.tfg|ui.tfg: 6 checks, 2 violated, 4 hold" {
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
	do(t, ctx, chromedp.Focus(`.result:not([data-later]) a[href="#terms"]`), chromedp.KeyEvent(kb.Enter), settled())
	if got := ask(t, ctx, open); got != "true" {
		t.Error("the link does not open the measures")
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
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(".walk .count"), chromedp.KeyEvent(kb.End), settled())
	if got := ask(t, ctx, "document.title + document.images.length"); strings.Contains(got, "owned") || !strings.HasSuffix(got, "0") {
		t.Errorf("title and images: %s", got)
	}
	if got := ask(t, ctx, `document.querySelector('.source').textContent.includes("<img src=x")`); got != "true" {
		t.Error("the source is not shown as it is")
	}
}

// Executions that explore found and replay followed are walked on the same page,
// without the measures of an analysis that was not made.
func TestPageOfExecutions(t *testing.T) {
	philosophers := filepath.Join("..", "..", "examples", "dpor", "philosophers.tfg")
	manager := filepath.Join("..", "..", "examples", "dining_manager.tfg")
	for _, c := range []struct {
		args             []string
		verdicts, start  string
		last             string // value and before of what the last step changed
		measured, status string
	}{
		{[]string{"explore", philosophers}, "no deadlock violated, as expected|no run-time error holds", "3 steps lead to the violation", "lock fork[2]: held by phil[2] after free", "false", "0"},
		{[]string{"replay", manager, "1:040b0c4a:16"}, "this execution unknown", "1 step follows", "", "false", "0"},
		{[]string{"check", manager, "--only", "take_turns"}, "take_turns violated", "2 steps lead to the violation", "property: error after ", "true", "1"},
	} {
		ctx := browser(t)
		page := filepath.Join(t.TempDir(), "page.html")
		if got := runReal("", append(c.args, "--html-output", page)...); fmt.Sprint(got.status) != c.status {
			t.Fatalf("%v: status %d\n%s", c.args, got.status, got.err)
		}
		do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(chosenWalk))
		if got := ask(t, ctx, `[...document.querySelectorAll('.verdicts tbody tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent).join('|')`); got != c.verdicts {
			t.Errorf("%v: %s, want %s", c.args, got, c.verdicts)
		}
		if got := ask(t, ctx, chosen+`.querySelector('.now').textContent`); !strings.Contains(got, c.start) {
			t.Errorf("%v: begins with %q, want %q", c.args, got, c.start)
		}
		do(t, ctx, chromedp.KeyEvent(kb.End))
		if got := ask(t, ctx, `[...`+chosen+`.querySelectorAll('.vars tr.changed')].map(r => r.cells[0].textContent + ': ' + r.cells[1].textContent + ' after ' + r.cells[2].textContent).join()`); !strings.HasPrefix(got, c.last) {
			t.Errorf("%v: the last step changes %q, want %q", c.args, got, c.last)
		}
		if got := ask(t, ctx, `document.querySelector('details.work') !== null && `+chosen+`.querySelector('.bar') !== null`); got != c.measured {
			t.Errorf("%v: measures are shown: %s", c.args, got)
		}
	}
}
