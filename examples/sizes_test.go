package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"flavers/internal/trial"
	"flavers/lang"
)

// listed are constants that say how long a list of values in the program is, or how many of a family may do
// something: they cannot grow alone.
var listed = map[string][]string{
	"actors/failover":   {"CRASHES"},
	"actors/pipesort":   {"N"},
	"actors/quicksort":  {"N"},
	"actors/shortpath4": {"N"},
	"actors/shortpath5": {"N"},
}

var constant = regexp.MustCompile(`(?m)^const (\w+) = (\d+)\b`)

// An example is a program of any size: with each of its numbers one and two larger, too, its properties speak of
// events that it has.
func TestSizes(t *testing.T) {
	tried := 0
	for _, name := range names(t) {
		src, err := os.ReadFile(name + ".tfg")
		if err != nil {
			t.Fatal(err)
		}
		spec, err := os.ReadFile(name + ".fsa")
		if err != nil {
			continue // it has no properties
		}
		for _, c := range constant.FindAllStringSubmatch(string(src), -1) {
			value, err := strconv.Atoi(c[2])
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(listed[filepath.ToSlash(name)], c[1]) {
				continue
			}
			for _, more := range []int{1, 2} {
				set := map[string]string{c[1]: fmt.Sprint(value + more)}
				p, problems := lang.Load(name+".tfg", src, lang.Options{Set: set})
				if p != nil {
					_, _, of := trial.SpecsOf(p, name+".fsa", spec)
					problems.All = append(problems.All, of.All...)
				}
				for _, d := range problems.All {
					t.Errorf("%s, %s = %d: %v", name, c[1], value+more, d)
				}
				tried++
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d sizes were tried", tried)
	}
}
