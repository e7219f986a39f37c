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
	for _, only := range []string{"heads", "numbers", "data-left"} {
		if strings.Contains(alone.String(), only) {
			t.Errorf("a picture of its own has %s", only)
		}
	}
}

// A box may grow to either side up to the lines of the neighbours and the ends of
// the chart, and never less than it is.
func TestChartReach(t *testing.T) {
	c := &Chart{Tasks: []string{"left", "middle", "right"}, Steps: []Message{{Task: 0, Label: "a long label of it"}, {Task: 1, Label: "m"}, {Task: 2, Label: "another long label"}, {Task: 0, Others: []int{2}, Label: "joint"}}}
	life, _, right := c.lifelines()
	found := regexp.MustCompile(`data-left="([^"]*)" data-right="([^"]*)"><title>[^<]*</title><rect class="hit"[^>]*/><text[^>]*>(\d)</text><g class="n [a-z]*"><rect x="([^"]*)" y="[^"]*" width="([^"]*)"`).
		FindAllStringSubmatch(inlineChart(t, c)[0], -1)
	if len(found) != 3 {
		t.Fatalf("%d boxes", len(found))
	}
	for i, m := range found {
		var v [5]float64
		for k := range v {
			v[k], _ = strconv.ParseFloat(m[k+1], 64)
		}
		task := c.Steps[i].Task
		from, to := life[task]-v[0], life[task]+v[1]
		low, high := numberWidth-14, right
		if task > 0 {
			low = life[task-1]
		}
		if task < 2 {
			high = life[task+1]
		}
		if from <= low || to > high || task < 2 && to == high {
			t.Errorf("step %d reaches from %g to %g, the neighbours are at %g and %g", i+1, from, to, low, high)
		}
		if v[3] < from-0.01 || v[3]+v[4] > to+0.01 {
			t.Errorf("step %d: the box from %g to %g is beyond its room from %g to %g", i+1, v[3], v[3]+v[4], from, to)
		}
	}
}

func smallChart() *Chart {
	return &Chart{Title: "chart", Tasks: []string{"a", "b", "c"}, Property: "order", Start: "none", Steps: []Message{
		{Task: 0, Label: "event x", Silent: true, Sends: []Send{{To: 1, Step: 2, Title: "hello"}, {To: 2, Step: -1, Title: "on its way"}, {To: -1, Step: -1, Title: "nobody's"}}}, {Task: 2, Others: []int{0}, Label: "a.go", After: "went"}, {Task: 1, Label: "event y", After: "error", Bad: true}}}
}

// Both forms are as they were; -update rewrites them.
func TestGolden(t *testing.T) {
	for file, write := range map[string]func(io.Writer) error{
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
	c := &Chart{Title: evil, Tasks: []string{evil, evil}, Property: evil, Start: evil, Steps: []Message{{Label: evil, Title: evil, After: evil}, {Label: evil, Others: []int{1}}}}
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
