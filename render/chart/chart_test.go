package chart

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"flavers/render"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// inlineChart gives the three pictures of an inline chart: the chart, its
// headings, its numbers.
func inlineChart(t *testing.T, c *Chart) []string {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: "p-"}); err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitAfter(b.String(), "</svg>\n")
	if len(parts) != 4 || parts[3] != "" {
		t.Fatalf("%d pictures", len(parts)-1)
	}
	for _, part := range parts[:3] {
		d := xml.NewDecoder(strings.NewReader(part))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("not XML: %v", err)
			}
		}
	}
	return parts[:3]
}

// The pictures that are laid over a chart repeat parts of it at the same places,
// and are hidden; the chart itself is the one that is written alone.
func TestInlineChart(t *testing.T) {
	c := smallChart()
	parts := inlineChart(t, c)
	head, numbers := parts[1], parts[2]
	for _, part := range parts[1:] {
		if !strings.Contains(part, `style="display:none" aria-hidden="true"`) {
			t.Error("a picture over the chart is not hidden")
		}
	}
	items := func(text, pattern string) []string { return regexp.MustCompile(pattern).FindAllString(text, -1) }
	lanes := items(head, `<rect class="lane".*</text>`)
	if len(lanes) != len(c.Tasks) {
		t.Errorf("%d headings of %d tasks", len(lanes), len(c.Tasks))
	}
	for _, what := range append(lanes, items(head, `<text [^>]*class="head mid">.*?</text>`)...) {
		if !strings.Contains(parts[0], what) {
			t.Errorf("the chart has not %s", what)
		}
	}
	width := regexp.MustCompile(`<svg [^>]*width="([^"]*)" height="([^"]*)"`)
	size := func(i int) []string { return width.FindStringSubmatch(parts[i])[1:] }
	if size(0)[0] != size(1)[0] || size(0)[1] != size(2)[1] {
		t.Errorf("sizes %v, %v, %v", size(0), size(1), size(2))
	}
	// Numbers stand where the chart has them, whose group is moved by the render.Margin.
	at := func(text, pattern string, shift float64) string {
		var list []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			list = append(list, render.Num(x+shift)+" "+m[2]+" "+m[3])
		}
		return strings.Join(list, ", ")
	}
	const number = `<text x="([^"]*)" y="([^"]*)" class="note end">(\d+)</text>`
	if got, want := at(numbers, number, 0), at(parts[0], number, render.Margin); got != want || strings.Count(got, ",") != len(c.Steps)-1 {
		t.Errorf("numbers at %s, in the chart at %s", got, want)
	}
	var alone bytes.Buffer
	if err := c.WriteSVG(&alone, render.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, only := range []string{"heads", "numbers"} {
		if strings.Contains(alone.String(), only) {
			t.Errorf("a picture of its own has %s", only)
		}
	}
}

func smallChart() *Chart {
	return &Chart{Title: "chart", Tasks: []string{"a", "b", "c"}, Property: "order", Start: "none", Steps: []Message{
		{Task: 0, Events: []string{"event x"}, Silent: true, Sends: []Send{{To: 1, Step: 2, Title: "hello", Label: "hello(1)"}, {To: 2, Step: -1, Title: "on its way", Label: "wait"}, {To: -1, Step: -1, Title: "nobody's"}}}, {Task: 2, Others: []int{0}, Events: []string{"a.go"}, After: "went"}, {Task: 1, Events: []string{"event y"}, After: "error", Bad: true}}}
}

// loopingChart ends in three steps that are repeated for ever.
func loopingChart() *Chart {
	return &Chart{Title: "loop", Tasks: []string{"a", "b"}, Property: "served", Start: "none", Loop: 3, Steps: []Message{
		{Task: 0, Events: []string{"ask"}, After: "owed"}, {Task: 1, Events: []string{"free=0"}},
		{Task: 1, Others: []int{0}, Events: []string{"a.poll"}}, {Task: 1, Events: []string{"free=1"}}}}
}

// Both forms are as they were; -update rewrites them.
func TestGolden(t *testing.T) {
	for file, write := range map[string]func(io.Writer) error{
		"loop.dot":  loopingChart().WriteDOT,
		"loop.svg":  func(w io.Writer) error { return loopingChart().WriteSVG(w, render.SVGOptions{}) },
		"chart.dot": smallChart().WriteDOT,
		"chart.svg": func(w io.Writer) error { return smallChart().WriteSVG(w, render.SVGOptions{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != b.String() {
			t.Errorf("%s is another (-update rewrites it): %v\n%s", path, err, b.String())
		}
	}
}

// Untrusted text stays text.
func TestEscape(t *testing.T) {
	evil := "</svg><script>alert(1)</script>\"'&\x00\x1b[31m\u202e]]>\n"
	c := &Chart{Title: evil, Tasks: []string{evil, evil}, Property: evil, Start: evil, Steps: []Message{{Events: []string{evil}, Title: evil, After: evil}, {Events: []string{evil}, Others: []int{1}}}}
	var b bytes.Buffer
	if err := c.WriteSVG(&b, render.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(b.Bytes(), new(struct{})); err != nil {
		t.Errorf("not XML: %v", err)
	}
	if s := b.String(); strings.Contains(s, "<script") || strings.Count(s, "</svg>") != 1 || strings.ContainsAny(s, "\x00\x1b\u202e") {
		t.Error("markup or control characters of a name are in the picture")
	}
}
