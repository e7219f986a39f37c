package explore

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/trial"
)

// The published numbers of "DPOR" (Abdulla, Aronis, Jonsson, Sagonas, POPL
// 2014, beside source sets and wakeup trees), to the last execution, from the
// programs they belong to: readers read something of their own first; the locks
// of the file system are servers; and the tasks, which are numbered in the order
// in which they are created, are preferred in the order of their numbers as
// words: 1 10 11 2 3, so that from the tenth task on the order of creation does
// not do (79,398 instead of 53,198).
func TestPublishedClassic(t *testing.T) {
	type size struct {
		n               int
		classes, number int64
		long            bool
	}
	for _, f := range []struct {
		name  string
		text  func(n int) string
		sizes []size
	}{
		{"readers", readersText, []size{{2, 4, 5, false}, {3, 8, 14, false}, {8, 256, 3281, false}, {13, 8192, 797_162, true}}},
		{"last zero", lastZeroText, []size{{5, 64, 241, false}, {10, 3328, 53_198, false}}},
		{"indexer", indexerText, []size{{12, 8, 78, false}, {15, 4096, 341_832, true}}},
		{"file system", fileSystemText, []size{{14, 2, 4, false}, {16, 8, 64, false}, {18, 32, 1024, false}, {19, 64, 4096, true}}},
	} {
		for _, s := range f.sizes {
			if s.long && !trial.Long() || s.number > 10_000 && !trial.More() {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute) // indexer 15 takes five
			r, err := Run(ctx, trial.Program(t, f.text(s.n)), nil, Options{Algorithm: "dpor-classic"})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if r.Executions != s.classes || r.Executions+r.Blocked != s.number || !r.Complete {
				t.Errorf("%s %d: %d executions + %d blocked = %d; published: %d, of %d classes",
					f.name, s.n, r.Executions, r.Blocked, r.Executions+r.Blocked, s.number, s.classes)
			}
		}
	}
}

// dpor-classic completes one execution of each class, as dpor+sleep does, and finds
// the same, whichever task comes first.
func TestClassicComplete(t *testing.T) {
	compared, more := 0, 0
	for seed := range trial.Seeds(t, 25) {
		var p *cfg.Program
		var specs []*automata.Spec
		var what string
		if seed%2 == 0 {
			p, specs, what = random(t, seed)
		} else {
			what = raceProgram(seed)
			p = trial.Program(t, what)
		}
		for _, highest := range []bool{false, true} {
			opt := Options{Algorithm: "dpor+sleep", HighestFirst: highest, MaxExecutions: 3000, Depth: 200}
			found, want := summarize(t, p, specs, opt, tuning{})
			opt.Algorithm, opt.MaxExecutions = "dpor-classic", 0
			if !want.Complete {
				continue
			}
			again, got := summarize(t, p, specs, opt, tuning{})
			compared++
			if got.Blocked > want.Blocked {
				more++
			}
			if d := trial.Difference(found, again); d != "" || !got.Complete || got.Executions != want.Executions || got.Excluded != want.Excluded {
				t.Fatalf("highest first %v: dpor+sleep: %d executions, %d excluded; dpor-classic: %d, %d, complete %v\n%s%s",
					highest, want.Executions, want.Excluded, got.Executions, got.Excluded, got.Complete, d, what)
			}
		}
	}
	t.Logf("%d explorations compared, %d with more blocked executions", compared, more)
	if compared < trial.Count(t, 25)/2 || more < compared/20 {
		t.Errorf("only %d explorations compared, %d with more blocked executions", compared, more)
	}
}

// What is a candidate depends on what was taken before, so there is no sharing
// the search.
func TestClassicJobs(t *testing.T) {
	if _, err := Run(context.Background(), example(t, "readers", "N", 2), nil, Options{Algorithm: "dpor-classic", Jobs: 2}); err == nil {
		t.Error("several jobs are not refused")
	}
}

// created collects tasks in the order in which the published program creates
// them; String has them in the order in which they are preferred.
type created []string

func (c *created) add(format string, args ...any) { *c = append(*c, fmt.Sprintf(format, args...)) }

func (c created) String() string {
	number := func(i int) string { return strconv.Itoa(i + 1) }
	order := make([]int, len(c))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(number(i), number(j)) })
	var b strings.Builder
	for _, i := range order {
		fmt.Fprintf(&b, "task t%s {\n%s}\n", number(i), c[i])
	}
	return b.String()
}

func readersText(n int) string {
	var c created
	c.add("\tx = 1\n")
	for i := range n {
		c.add("\tvar r 0..1\n\tr = own[%d]\n\tr = x\n", i)
	}
	return fmt.Sprintf("program readers\nshared x 0..1\nshared own[%d] 0..1\n%s", n, c)
}

func lastZeroText(n int) string {
	var c created
	c.add("\tvar k 0..%d = %d\n\twhile k > 0 && a[k] != 0 {\n\t\tk = k - 1\n\t}\n", n, n)
	for i := 1; i <= n; i++ {
		c.add("\tvar v 0..%d\n\tv = a[%d]\n\ta[%d] = v + 1\n", n, i-1, i)
	}
	return fmt.Sprintf("program lastzero\nshared a[%d] 0..%d\n%s", n+1, n, c)
}

func indexerText(n int) string {
	var c created
	for i := n - 1; i >= 0; i-- {
		var b strings.Builder
		b.WriteString("\tvar h 0..127\n\tvar done bool\n")
		for m := 1; m <= 4; m++ {
			w := 11*m + i
			fmt.Fprintf(&b, "\th = %d\n\tdone = false\n\twhile !done {\n\t\tatomic {\n\t\t\tif table[h] == 0 {\n\t\t\t\ttable[h] = %d\n\t\t\t\tdone = true\n\t\t\t}\n\t\t}\n\t\tif !done {\n\t\t\th = (h + 1) %% 128\n\t\t}\n\t}\n", 7*w%128, w)
		}
		c.add("%s", b.String())
	}
	return fmt.Sprintf("program indexer\nshared table[128] 0..%d\n%s", 44+n, c)
}

// fileSystemText has one server for each lock, of 32 inodes and 26 blocks: it
// takes a request, answers, and waits for the release. No two tasks share an
// inode, and no three a block, so that a task needs a second block at most.
func fileSystemText(n int) string {
	const inodes, blocks = 32, 26
	var c created
	var channels strings.Builder
	users := make([][]int, inodes+blocks)
	for i := 1; i <= n; i++ {
		users[i%inodes] = append(users[i%inodes], i)
		users[inodes+2*i%blocks] = append(users[inodes+2*i%blocks], i)
		users[inodes+2*i%blocks+1] = append(users[inodes+2*i%blocks+1], i)
		fmt.Fprintf(&channels, "chan answer%d[1] bool\n", i)
	}
	for l, who := range users {
		fmt.Fprintf(&channels, "chan request%d[%d] 0..%d\nchan release%d[1] bool\n", l, n, n, l)
		answers := ""
		for _, i := range who {
			answers += fmt.Sprintf("\t\tif u == %d {\n\t\t\tanswer%d <- true\n\t\t}\n", i, i)
		}
		c.add("\tvar u 0..%d\n\tloop {\n\t\tu = <-request%d\n%s\t\t<-release%d\n\t}\n", n, l, answers, l)
	}
	for i := n; i >= 1; i-- {
		take := func(b int, otherwise string) string {
			return fmt.Sprintf("\trequest%d <- %d\n\t<-answer%d\n\tif !busy[%d] {\n\tbusy[%d] = true\n\tinode[%d] = %d\n\trelease%d <- true\n\t} else {\n\trelease%d <- true\n%s\t}\n",
				inodes+b, i, i, b, b, i%inodes, b+1, inodes+b, inodes+b, otherwise)
		}
		b := 2 * i % blocks
		c.add("\trequest%d <- %d\n\t<-answer%d\n\tif inode[%d] == 0 {\n%s\t}\n\trelease%d <- true\n", i%inodes, i, i, i%inodes, take(b, take(b+1, "")), i%inodes)
	}
	return fmt.Sprintf("program filesystem\nshared inode[%d] 0..%d\nshared busy[%d] bool\n%s%s", inodes, blocks, blocks, &channels, c)
}
