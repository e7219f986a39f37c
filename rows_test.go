package flavers_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestRowsOfPapers: the table of all rows of the papers in docs/results.md adds up, row by row and in all, and what the
// document says of the sums is so.
func TestRowsOfPapers(t *testing.T) {
	text, err := os.ReadFile("docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "## The tables of the five papers, row by row\n")
	if !found {
		t.Fatal("docs/results.md has no table of all rows")
	}
	section, after, _ := strings.Cut(section, "\n## ")
	row := regexp.MustCompile(`(?m)^\| (.*?) \| (.*?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (.*?) ?\|$`)
	var all, trans [4]int           // cells, met, differ, not met
	rows, of := 0, map[string]int{} // all rows; by table
	for _, m := range row.FindAllStringSubmatch(section, -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[3+i])
		}
		if n[0] != n[1]+n[2]+n[3] {
			t.Errorf("%s, %s: %d cells are not %d + %d + %d", m[1], m[2], n[0], n[1], n[2], n[3])
		}
		if strings.HasPrefix(m[1], "**all") {
			if m[2] != fmt.Sprint(rows, " rows") || n != all {
				t.Errorf("the sum says %s and %v, of %d rows with %v", m[2], n, rows, all)
			}
			continue
		}
		if n[2]+n[3] > 0 && m[7] == "" {
			t.Errorf("%s, %s: not all is met, and nothing says why", m[1], m[2])
		}
		rows++
		of[m[1]]++
		for i := range n {
			all[i] += n[i]
			if strings.HasPrefix(m[1], "TransDPOR") {
				trans[i] += n[i]
			}
		}
	}
	// So many rows each table of the papers has.
	for table, n := range map[string]int{"FLAVERS, figure 4": 35, "TransDPOR, table 1": 27, "TransDPOR, table 2": 45,
		"EM-DPOR, table 1": 5, "LPOR, table 1": 9, "DPOR engine, table 1": 4} {
		if of[table] != n {
			t.Errorf("%s: %d rows; the paper has %d", table, of[table], n)
		}
	}
	flat := strings.Join(strings.Fields(section+after), " ")
	for _, said := range []string{
		fmt.Sprintf("So %d of %d numbers are met, and %d more but for something that is known. Of the %d that are not",
			all[1], all[0], all[2], all[3]),
		fmt.Sprintf("that the paper prints, %d in all, %d are met, %d but for a constant, and %d are not", trans[0], trans[1],
			trans[2], trans[3]),
	} {
		if !strings.Contains(flat, said) {
			t.Errorf("docs/results.md does not say %q", said)
		}
	}
}
