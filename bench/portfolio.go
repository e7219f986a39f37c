package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// This file compares flavers check with the best of the explorers that it runs. A portfolio may cost more than its best
// member, because it does not know which one that is; how much more, is bounded here.

// A check loses if it takes more CPU time than loseFactor times that of the best explorer, and loseTime.
const (
	loseFactor = 1.5
	loseTime   = 50 * time.Millisecond
)

// members are the explorers of flavers explore that visit everything. Each decides deadlock, run-time errors and all
// properties in one exploration.
var members = []string{"states", "lpor", "optimal", "dpor+sleep"}

// repeated is how often a run of less than a second is made. The least time counts: other programs only add to it.
const repeated = 3

// compared is what one program took.
type compared struct {
	file  string
	check time.Duration
	best  time.Duration // of an explorer that was complete
	by    string        // which one; "": none was
}

// most is the time that the check may take.
func (c *compared) most() time.Duration { return time.Duration(loseFactor*float64(c.best)) + loseTime }

// loses reports whether the check takes more than that.
func (c *compared) loses() bool { return c.by != "" && c.check > c.most() }

func portfolioCommand() *cobra.Command {
	limit := 30 * time.Second
	cmd := &cobra.Command{
		Use:   "portfolio [FILE or DIRECTORY...]",
		Short: "measure check beside its best explorer (the default is all examples and models)",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"examples", "bench"}
			}
			return portfolio(cmd.Context(), cmd.OutOrStdout(), args, limit)
		},
	}
	cmd.Flags().DurationVar(&limit, "limit", limit, "the longest that a run may take")
	return cmd
}

// portfolio prints a line for each program, and how many lose. That some do is an error.
func portfolio(ctx context.Context, w io.Writer, roots []string, limit time.Duration) error {
	files, err := programs(roots)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "flavers-portfolio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary, err := build(ctx, ".", dir)
	if err != nil {
		return err
	}
	measured, lost := 0, 0
	for _, file := range files {
		c, err := compare(ctx, binary, file, limit)
		if err != nil {
			return err
		}
		if c.by == "" {
			continue // no explorer visits everything in time
		}
		word := "ok"
		if measured++; c.loses() {
			word = "LOSES"
			lost++
		}
		fmt.Fprintf(w, "%-5s %-45s check %.3f s, %s %.3f s, at most %.3f s\n", word, c.file, c.check.Seconds(), c.by,
			c.best.Seconds(), c.most().Seconds())
	}
	fmt.Fprintf(w, "%d programs, %d measured, %d lose\n", len(files), measured, lost)
	if lost > 0 {
		return fmt.Errorf("check takes more than %.1f times its best explorer and %v on %d programs", loseFactor, loseTime,
			lost)
	}
	return nil
}

// programs lists the programs in the task language among files, and in directories.
func programs(roots []string) ([]string, error) {
	var out []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".tfg") {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return out, nil
}

// compare measures one program.
func compare(ctx context.Context, binary, file string, limit time.Duration) (*compared, error) {
	c := &compared{file: file}
	check, _, err := least(ctx, limit, binary, "check", file, "--no-cache", "--format", "json")
	if err != nil {
		return nil, err
	}
	c.check = check.cpu
	for _, name := range members {
		most := limit
		if c.by != "" {
			most = min(limit, 4*c.best+time.Second) // an explorer that takes longer is not the best one
		}
		f, out, err := least(ctx, most, binary, "explore", file, "--algorithm", name, "--format", "json")
		if err != nil {
			return nil, err
		}
		var said struct{ Complete bool }
		if f.cut != "" || json.Unmarshal(out, &said) != nil || !said.Complete {
			continue
		}
		if c.by == "" || f.cpu < c.best {
			c.best, c.by = f.cpu, name
		}
	}
	return c, nil
}

// least is a run with the least CPU time of several.
func least(ctx context.Context, limit time.Duration, args ...string) (best figure, out []byte, err error) {
	for i := range repeated {
		f, text, _, err := measure(ctx, limit, ".", args...)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return f, nil, err
		}
		if i == 0 || f.cpu < best.cpu {
			best, out = f, text
		}
		if f.cut != "" || f.cpu > time.Second {
			break
		}
	}
	return best, out, nil
}
