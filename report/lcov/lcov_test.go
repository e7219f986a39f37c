package lcov_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flavers/report"
	"flavers/report/lcov"
)

func coverage(places ...string) *report.Coverage {
	c := &report.Coverage{}
	for _, p := range places {
		var at token.Position
		var is bool
		if _, err := fmt.Sscanf(p, "%s %d %d %t", &at.Filename, &at.Line, &at.Column, &is); err != nil {
			panic(err)
		}
		c.All = append(c.All, report.Place{Pos: at, Executed: is})
	}
	return c
}

// The whole file, with lines of one place and of several, and two sources.
func TestTracefile(t *testing.T) {
	var b bytes.Buffer
	c := coverage("b.tfg 2 1 false", "a.tfg 3 9 false", "a.tfg 10 2 true", "a.tfg 3 1 true", "a.tfg 4 1 false", "a.tfg 4 5 false")
	if err := lcov.Write(&b, c); err != nil {
		t.Fatal(err)
	}
	want := `TN:
SF:a.tfg
BRDA:3,0,0,1
BRDA:3,0,1,0
BRDA:4,0,0,-
BRDA:4,0,1,-
BRF:4
BRH:1
DA:3,1
DA:4,0
DA:10,1
LF:3
LH:2
end_of_record
TN:
SF:b.tfg
DA:2,0
LF:1
LH:0
end_of_record
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	if c.All[0].Pos.Filename != "b.tfg" {
		t.Error("the coverage was changed")
	}
	b.Reset()
	if err := errors.Join(lcov.Write(&b, nil), lcov.Write(&b, &report.Coverage{})); err != nil || b.Len() > 0 {
		t.Errorf("of nothing %q, %v", b.String(), err)
	}
	c.All[0].Pos.Filename = "b\nDA:7,1"
	if lcov.Write(&b, c) != nil || strings.Contains(b.String(), "\nDA:7,1") {
		t.Errorf("a name with a line break gives %q", b.String())
	}
}

// The tracefile of random places, read back, has them all: by its numbers, too.
func TestReadBack(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := &report.Coverage{}
		seen := map[token.Position]bool{}
		lines := map[string]bool{}    // with a place: whether one is executed
		places := map[string][2]int{} // all and executed, of lines with several
		for range r.IntN(12) {
			at := token.Position{Filename: "f" + strconv.Itoa(r.IntN(2)), Line: 1 + r.IntN(4), Column: 1 + r.IntN(3)}
			if seen[at] {
				continue
			}
			seen[at] = true
			is := r.IntN(2) == 0
			c.All = append(c.All, report.Place{Pos: at, Executed: is})
			key := fmt.Sprint(at.Filename, ":", at.Line)
			lines[key] = lines[key] || is
			k := places[key]
			if k[0]++; is {
				k[1]++
			}
			places[key] = k
		}
		var b bytes.Buffer
		if err := lcov.Write(&b, c); err != nil {
			t.Fatal(err)
		}
		file, counts := "", map[string]int{}
		gotLines, gotPlaces := map[string]bool{}, map[string][2]int{}
		for line := range strings.Lines(b.String()) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
			fields := strings.Split(value, ",")
			switch key {
			case "SF":
				file = value
				clear(counts)
			case "DA":
				gotLines[file+":"+fields[0]] = fields[1] == "1"
				counts["LF"]++
				if fields[1] == "1" {
					counts["LH"]++
				}
			case "BRDA":
				k := gotPlaces[file+":"+fields[0]]
				counts["BRF"]++
				if k[0]++; fields[3] == "1" {
					k[1]++
					counts["BRH"]++
				}
				gotPlaces[file+":"+fields[0]] = k
			case "LF", "LH", "BRF", "BRH":
				if value != strconv.Itoa(counts[key]) {
					t.Errorf("seed %d: %s is %s, of %d\n%s", seed, key, value, counts[key], b.String())
				}
			}
		}
		for key, k := range places {
			if k[0] == 1 {
				delete(places, key)
			}
		}
		if fmt.Sprint(gotLines) != fmt.Sprint(lines) || fmt.Sprint(gotPlaces) != fmt.Sprint(places) {
			t.Fatalf("seed %d: lines %v of %v, places %v of %v\n%s", seed, gotLines, lines, gotPlaces, places, b.String())
		}
	}
}
