package verify_test

import (
	"path/filepath"
	"testing"

	"flavers/internal/trial"
	"flavers/verify/follow"
)

// FuzzRun: no text makes Run panic; it is an error, or is followed as far as it
// goes, and says where it ended.
func FuzzRun(f *testing.F) {
	for _, word := range []string{"1::0,4.1,7", "1:3f0a9c12:0,1,2,3,4,5", "1::", "1:x:2147483648", "2::", "1::0.9"} {
		f.Add(word, uint8(0))
		f.Add(word, uint8(1))
	}
	names := []string{"dining", "buffer_channel", "smokers", "bakery"}
	f.Fuzz(func(t *testing.T, word string, which uint8) {
		p, specs := trial.Example(t, filepath.Join("examples", names[int(which)%len(names)]+".tfg"), nil)
		run, ds := follow.Run(p, specs, word)
		if ds.HasErrors() && len(run.Steps) > 0 {
			t.Fatalf("%d steps of what is no schedule: %v", len(run.Steps), ds.All)
		}
		if run.Deadlock && (run.Ended || run.Stuck != "" || run.Error != "") {
			t.Fatalf("two ends: %+v", run)
		}
	})
}
