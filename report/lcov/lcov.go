// Package lcov writes which lines of a program are executed as an LCOV tracefile, which genhtml and editors read. For a
// coverage with the places 3:1 and 3:9, of which only the first is executed, it writes
//
//	TN:
//	SF:model.tfg
//	BRDA:3,0,0,1
//	BRDA:3,0,1,0
//	BRF:2
//	BRH:1
//	DA:3,1
//	LF:1
//	LH:1
//	end_of_record
//
// A line is executed if some place on it is. If a line has several places, each is a branch of the line (BRDA), so that
// the one that is never executed shows. Counts are 1 or 0, because a search of states does not know how often
// executions take a place. Functions are not written.
//
// The format is that of the man page geninfo(1) of LCOV.
package lcov

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"flavers/internal/printable"
	"flavers/report"
)

// Write prints a coverage: a record for each file, in the order of the names. For nil it prints nothing. The error is
// that of w.
func Write(w io.Writer, c *report.Coverage) error {
	var b bytes.Buffer
	if c != nil {
		places := slices.Clone(c.All)
		slices.SortStableFunc(places, func(p, q report.Place) int {
			return cmp.Or(cmp.Compare(p.Pos.Filename, q.Pos.Filename), cmp.Compare(p.Pos.Line, q.Pos.Line),
				cmp.Compare(p.Pos.Column, q.Pos.Column))
		})
		for len(places) > 0 {
			n := slices.IndexFunc(places, func(p report.Place) bool { return p.Pos.Filename != places[0].Pos.Filename })
			if n < 0 {
				n = len(places)
			}
			record(&b, places[:n])
			places = places[n:]
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// record prints the places of one file.
func record(b *bytes.Buffer, places []report.Place) {
	// Line makes the name printable. A line break in it would begin another record.
	fmt.Fprintf(b, "TN:\nSF:%s\n", printable.Line(places[0].Pos.Filename))
	var lines bytes.Buffer
	found, hit, branches, taken := 0, 0, 0, 0
	for len(places) > 0 {
		line, n, executed := places[0].Pos.Line, 0, 0
		for n < len(places) && places[n].Pos.Line == line {
			executed += number(places[n].Executed)
			n++
		}
		if n > 1 {
			for i, p := range places[:n] {
				fmt.Fprintf(b, "BRDA:%d,0,%d,%s\n", line, i, branch(p.Executed, executed > 0))
			}
			branches += n
			taken += executed
		}
		fmt.Fprintf(&lines, "DA:%d,%d\n", line, min(executed, 1))
		found++
		hit += min(executed, 1)
		places = places[n:]
	}
	if branches > 0 {
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", branches, taken)
	}
	fmt.Fprintf(b, "%sLF:%d\nLH:%d\nend_of_record\n", lines.String(), found, hit)
}

// branch returns how often a branch was taken; "-": its line was never executed.
func branch(executed, line bool) string {
	if !line {
		return "-"
	}
	return fmt.Sprint(number(executed))
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}
