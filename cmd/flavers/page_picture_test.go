//go:build integration

package main

// The pages of pictures.

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A click on a node of a picture with bundles lights its own neighbours and no
// others.
func TestPictureBundles(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "messages", "ui.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "render", program, "--graph", "pruned", "--compare", "graphs", "-o", page); got.status != 0 {
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
		got := strings.Fields(ask(t, ctx, `(document.querySelector('#`+id+`').dispatchEvent(new MouseEvent('click', {bubbles: true})), [...document.querySelectorAll('.view [id][data-node].near')].map(n => n.dataset.node).join(' '))`))
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

// A picture's own page moves and lights what a node is joined to.
func TestPicturePage(t *testing.T) {
	ctx := browser(t)
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining_manager.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if got := runReal("", "render", program, "--graph", "pruned", "--compare", "graphs", "--only", "neighbours", "-o", page); got.status != 0 {
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
	// Both graphs show the edges of the node that are kept, the first also those that are removed.
	sides := `[...new Set([...document.querySelectorAll('[data-node]')].map(n => n.parentNode))].map(g => g.querySelectorAll('path.m.near').length + ' ' + (g.querySelectorAll('path.x.near').length > 0)).join(', ')`
	if got := ask(t, ctx, sides); !regexp.MustCompile(`^([1-9]\d*) true, ([1-9]\d*) false$`).MatchString(got) || strings.Fields(got)[0] != strings.Fields(got)[2] {
		t.Errorf("edges of the node, kept and whether some are removed: %s", got)
	}
	shoot(t, ctx, "picked")
}
