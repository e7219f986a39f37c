package em

import (
	"os"
	"slices"
	"testing"

	"flavers/explore/em/trace"
)

// FuzzParseSchedule: no text makes ParseSchedule panic or need much, and what it
// reads is written and read again the same.
func FuzzParseSchedule(f *testing.F) {
	text, err := os.ReadFile("../../examples/em/figure1.trace")
	if err != nil {
		f.Fatal(err)
	}
	tr, ds := trace.Parse("t", text, "", nil)
	if tr == nil {
		f.Fatal(ds.All)
	}
	f.Add("t1:3f0a9c12:0,2-4,7")
	f.Add("t1::0-2147483647")
	f.Add("1:0:0")
	f.Fuzz(func(t *testing.T, word string) {
		steps, _, err := ParseSchedule(tr, word)
		if err != nil || len(steps) > 1<<16 {
			return
		}
		again, fits, err := ParseSchedule(tr, FormatSchedule(tr, steps))
		if err != nil || !fits || !slices.Equal(again, steps) {
			t.Fatalf("%v is read again as %v, %v, %v", steps, again, fits, err)
		}
	})
}
