//go:build integration

package main

// The page of --html-output in a real browser, without a network.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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
	do(t, ctx, settled())
}

// settled waits until the page has drawn what came before: the browser tells the page of
// a scroll, a new size or a new address in a task or in the next frame, which a loaded
// machine may draw late. A fixed time of waiting would then be too short.
func settled() chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](`new Promise(done => {
		let frames = 0;
		const next = () => setTimeout(() => requestAnimationFrame(() => ++frames < 3 ? next() : done()));
		next();
	})`, chromedp.EvalAwaitPromise)
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
