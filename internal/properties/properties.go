// Package properties has what the command does with properties of Go packages: it lists those
// that are in it, and has the programs of packages report the events that specifications bind.
//
//	b := properties.Read(reader, []string{"go:files"})
//	problems := b.Bind(ctx, programs)
//	for _, name := range programs.Names {
//		p, _ := programs.Extract(ctx, name)
//		b.Seen(b.About(p))
//	}
//	problems = b.Idle() // files that say nothing of any of them
//
// What it does not do: specifications are parsed for each program, once its objects are known, by
// package source.
package properties

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/automata/calls"
	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang/golang"
	"flavers/lang/golang/library"
	"flavers/report/ledger"
)

// Command is flavers properties, which writes to out.
func Command(out io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:   "properties [NAME]",
		Short: "list the properties of the standard library of Go, or print one",
		Long: `properties lists the files of properties of Go packages that are in the command:
each can be checked by its name, as in

  flavers check ./... --property go:files

and is printed by: flavers properties go:files. How to make one for other
functions, docs/go.md says.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return errors.New("properties takes at most one NAME; see: flavers properties --help")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return library.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				text, err := Text(args[0])
				if err == nil {
					_, err = out.Write(text)
				}
				return err
			}
			var b strings.Builder
			for _, name := range library.Names() {
				text, _ := library.Text(name)
				fmt.Fprintf(&b, "%s\n", name)
				for _, line := range library.About(text) {
					fmt.Fprintf(&b, "    %s\n", line)
				}
			}
			_, err := io.WriteString(out, b.String())
			return err
		},
	}
}

// Text is the text of properties that are in the command. The error says what there is.
func Text(name string) ([]byte, error) {
	if text, ok := library.Text(name); ok {
		return text, nil
	}
	if near := diag.Suggest(name, library.Names()); near != "" {
		return nil, fmt.Errorf("there are no properties %s; did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("there are no properties %s; there are: %s", name, strings.Join(library.Names(), ", "))
}

// Bindings are what the specifications of some files bind.
type Bindings struct {
	all  []calls.Bound
	idle []calls.Bound // one of each file that has nothing to do with a program that was seen
	only bool          // the files have nothing else
}

// Read finds the bindings of files, whose texts read returns. What else is wrong with these is said where they are
// parsed for a program.
func Read(files []string, read func(name string) ([]byte, bool)) *Bindings {
	b := &Bindings{only: true}
	for _, name := range files {
		text, ok := read(name)
		if !ok {
			continue
		}
		of := fsa.Bindings(name, text)
		if b.all = append(b.all, of...); len(of) > 0 {
			b.idle = append(b.idle, of[0])
		}
		others, problems := fsa.ParseFor(name, text, fsa.Environment{Objects: &calls.Objects{}})
		b.only = b.only && len(others) == 0 && !problems.HasErrors()
	}
	return b
}

// Bind has programs report the events.
func (b *Bindings) Bind(ctx context.Context, programs *golang.Programs) diag.List {
	return programs.Bind(ctx, b.all)
}

// About lists the files whose specifications are about something in a program.
func (b *Bindings) About(p *golang.Program) []string {
	var files []string
	for key := range p.Objects.Of {
		if !slices.Contains(files, key.File) {
			files = append(files, key.File)
		}
	}
	slices.Sort(files)
	return files
}

// Concern tells whether specifications are about something in a program, or may be.
func (b *Bindings) Concern(p *golang.Program) bool {
	doubts := slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Property != "" })
	return !b.only || len(p.Objects.Of) > 0 || doubts
}

// Only tells whether the files have no other specifications than those that bind events.
func (b *Bindings) Only() bool { return b.only }

// Seen notes that some program is one that the specifications of files are about.
func (b *Bindings) Seen(files []string) {
	b.idle = slices.DeleteFunc(b.idle, func(of calls.Bound) bool { return slices.Contains(files, of.File) })
}

// Idle warns of files that say nothing of any program that was seen.
func (b *Bindings) Idle() diag.List {
	var list diag.List
	for _, of := range b.idle {
		c := of.Events[0].Calls[0]
		list.Warnf(c.Pos, golang.NoCall, "no root has a call that the specifications of %s are about", of.File).
			WithLen(c.Len).WithHint("without such a call they say nothing; flavers explain %s", golang.NoCall)
	}
	return list
}
