//go:build integration

package verify_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/verify"
)

// SPIN counts the same states and transitions of the philosophers, but for its
// own start-up: one state and two transitions more.
func TestCountsOfSPIN(t *testing.T) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("the integration tests need %s: %v", tool, err)
		}
	}
	for n := 3; n <= 8; n++ {
		states, transitions := spin(t, philosophers(n))
		p, specs := trial.Example(t, "bench/dph.tfg", map[string]string{"N": fmt.Sprint(n)})
		r := verify.Check(context.Background(), p, specs, verify.Options{Refine: "all", POR: "none"}).Results[0]
		if states != r.Tuples+1 || transitions != r.Visits+2 {
			t.Errorf("N=%d: SPIN %d states, %d transitions; %d tuples, %d visits", n, states, transitions, r.Tuples, r.Visits)
		}
	}
}

// philosophers is bench/dph.tfg in Promela.
func philosophers(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "chan up[%d] = [0] of { bit }; chan down[%d] = [0] of { bit };\n", n, n)
	b.WriteString("proctype fork(byte i) { do :: up[i]?_; down[i]?_ od }\n")
	fmt.Fprintf(&b, "proctype phil(byte i) { byte j = (i+1)%%%d; do :: up[i]!0; up[j]!0; down[i]!0; down[j]!0 od }\n", n)
	b.WriteString("init { atomic {\n")
	for i := range n {
		fmt.Fprintf(&b, "run fork(%d); run phil(%d);\n", i, i)
	}
	b.WriteString("} }\n")
	return b.String()
}

// spin explores a model without reduction, within a minute and 2 GB.
func spin(t *testing.T, model string) (states, transitions int64) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(model), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", "spin -a model.pml && gcc -O1 -DSAFETY -DNOREDUCE -DMEMLIM=2000 -o pan pan.c && ./pan -E -m1000000")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	number := func(pattern string) int64 {
		m := regexp.MustCompile(pattern).FindSubmatch(out)
		if m == nil {
			t.Fatalf("no %s in\n%s", pattern, out)
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return number(`(\d+) states, stored`), number(`(\d+) transitions`)
}
