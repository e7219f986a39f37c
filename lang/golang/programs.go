package golang

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/diag"
)

// Programs are the roots of some packages, each a program of its own.
type Programs struct {
	Names []string // of the programs, in order: that of the root and .tfg
	made  map[string]made
}

type made struct {
	in   *Packages
	root Root
}

// Open loads packages and finds their roots; if there are entries, those that entries name.
// What is wrong is in the list.
func Open(ctx context.Context, requests []Request, entries []string) (*Programs, diag.List) {
	out := &Programs{made: map[string]made{}}
	var list diag.List
	var known []string
	for _, r := range requests {
		ps, problems := Load(ctx, r.Dir, r.Patterns)
		list.Append(problems)
		if ps == nil {
			continue
		}
		for _, root := range ps.Roots() {
			known = append(known, root.Name)
			if len(entries) > 0 && !slices.Contains(entries, root.Name) {
				continue
			}
			name := root.Name + extension
			for n := 2; out.made[name].in != nil; n++ { // two packages of one name
				name = fmt.Sprintf("%s#%d%s", root.Name, n, extension)
			}
			out.Names = append(out.Names, name)
			out.made[name] = made{ps, root}
		}
	}
	for _, entry := range entries {
		if list.HasErrors() || slices.Contains(known, entry) {
			continue
		}
		d := list.Errorf(token.Position{}, NoRoot, "no root is named %q", entry)
		if near := diag.Suggest(entry, known); near != "" {
			d.WithHint("did you mean %q?", near)
		} else {
			d.WithHint("there are: %s", strings.Join(known, ", "))
		}
	}
	return out, list
}

const extension = ".tfg"

// Root is the root of a program.
func (ps *Programs) Root(program string) string { return strings.TrimSuffix(program, extension) }

// Extract makes a program. Its error is that of ctx, or ErrSize.
func (ps *Programs) Extract(ctx context.Context, program string) (*Program, error) {
	m := ps.made[program]
	return m.in.Extract(ctx, m.root)
}
