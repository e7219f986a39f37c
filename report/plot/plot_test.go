package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"flavers/report/stats"
)

// Of no rows there is no plot: the time did not reach one.
func TestNothing(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, &stats.Report{}); err != nil || b.Len() > 0 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}

// sample has three rows, two of the same property.
func sample() *stats.Report {
	s := &stats.Report{}
	for _, set := range []string{"all", "none", ""} {
		row := stats.Row{Program: "examples/ring<1>.tfg", Property: "round", Set: set}
		if set == "" {
			row.Property = "other"
		}
		row.MIP = stats.ByRule[int]{20, 5, 10, 15}
		row.Visits = stats.ByRule[int64]{100, 40, 60, 30}
		s.Rows = append(s.Rows, row)
	}
	s.Rows[2].Visits = stats.ByRule[int64]{} // a share of nothing is not drawn
	return s
}

// A row has the names of its program and property, and of its constraints if another has the same. Each bar is as long
// as its share, and stands at its row.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, sample()); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
	}
	for _, part := range []string{"ring&lt;1&gt;: round, all<", "ring&lt;1&gt;: round, none<", "ring&lt;1&gt;: other<",
		"MIP edges, of", "normal<"} {
		if !strings.Contains(svg, part) {
			t.Errorf("the plot lacks %q", part)
		}
	}
	// The sum, and three rows of which the last has no visits: by rule, the percent and the bars of a panel.
	left := 0.0
	if _, err := fmt.Sscanf(svg[strings.Index(svg, `<line x1="`):], `<line x1="%f"`, &left); err != nil {
		t.Fatal(err)
	}
	for k, want := range [][2][]float64{{{25, 25, 25, 25}, {40, 40, 40}}, {{50, 50, 50, 50}, {60, 60, 60}},
		{{75, 75, 75, 75}, {30, 30, 30}}} {
		for half, percents := range want {
			for i, percent := range percents {
				y := margin + legend + heads + lineHeight*float64(i) + nameHigh + barHeight*float64(k)
				bar := fmt.Sprintf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, left+panelWidth*float64(half),
					y, barLength*percent/100, barHeight-1, barColors[k])
				if !strings.Contains(svg, bar) {
					t.Errorf("rule %s, row %d: no bar %s in\n%s", stats.Rules[k+1], i, bar, svg)
				}
			}
		}
	}
	if n := strings.Count(svg, fmt.Sprintf(`height="%.1f" fill`, barHeight-1)); n != 3*(4+3) {
		t.Errorf("%d bars", n)
	}
	for _, number := range []string{">15, 25 %<", ">80, 40 %<", ">30, 30 %<", ">60, 30 %<"} {
		if !strings.Contains(svg, number) {
			t.Errorf("no number %s", number)
		}
	}
	var again bytes.Buffer
	if err := Write(&again, sample()); err != nil || again.String() != svg {
		t.Error("the same rows are drawn in another way")
	}
}
