// Package external has other programs draw: Graphviz lays a graph out, and
// rsvg-convert makes a PNG file of a picture. Both run with limits.
//
//	svg, err := external.Graphviz(ctx, "sfdp", "svg", dot, external.Limits{})
//	png, err := external.PNG(ctx, svg)
//
// Graphviz is flavers-graphviz, a program of this project, or an installed one. What
// needs no other program is in package render.
package external

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"flavers/internal/sibling"
)

// Layouts are those of Graphviz that both programs have.
var Layouts = []string{"dot", "neato", "fdp", "sfdp", "circo"}

// ErrNoGraphviz is that there is neither program.
var ErrNoGraphviz = errors.New("there is no Graphviz: neither flavers-graphviz nor an installed one")

// HowToInstall says how to get one.
const HowToInstall = sibling.HowToInstall + "flavers-graphviz; " +
	"the package graphviz of Debian is another one"

// own is the name of the program of this project.
const own = "flavers-graphviz"

// Graphviz has a layout turn DOT text into a format ("svg" or "png"). Errors say
// whether there is no program, it ran out of time or memory, or what it complained of.
func Graphviz(ctx context.Context, layout, format string, dot []byte, lim Limits) ([]byte, error) {
	args := []string{"--layout", layout, "--format", format}
	program := sibling.Find(own)
	if program == "" {
		path, err := exec.LookPath(layout)
		if err != nil {
			return nil, ErrNoGraphviz
		}
		program, args = path, []string{"-T" + format}
		if layout != "dot" {
			args = append(args, "-Goverlap=prism", "-Gsplines=true")
		}
	}
	out, err := run(ctx, dot, lim, program, args...)
	var late *tooLong
	if errors.As(err, &late) {
		return nil, fmt.Errorf("layout %s: %w: the graph is too large for it", layout, err)
	}
	if err != nil {
		return nil, fmt.Errorf("layout %s: %w", layout, err)
	}
	return out, nil
}
