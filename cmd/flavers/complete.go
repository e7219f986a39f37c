package main

// Completion of words that depend on the program: names of properties, of
// constants and of tasks.

import (
	"regexp"
	"slices"

	"flavers/internal/source"
	"github.com/spf13/cobra"
)

// completer lists the words for a program whose text is src.
type completer func(in *inputs, f *checkFlags, program string, src []byte) []string

// completion offers words of the program that stands on the command line already. It offers nothing if there is none,
// or if the program has errors.
func (a *app) completion(f *checkFlags, complete completer) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 || args[0] == stdin {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		in := newInputs(a)
		in.AllowOutside = f.allowOutside
		src, ok := in.Read(args[0], noPos, "program")
		if !ok {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(in, f, args[0], src), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeOnly lists the properties of --property, or of the program.
func completeOnly(in *inputs, f *checkFlags, program string, src []byte) []string {
	want := source.Wanted{Set: f.set, Own: len(f.properties) == 0, Specs: source.Files(f.properties)}
	specs := in.Load(program, want).Specs
	return slices.DeleteFunc(source.Offered(specs, source.PropertyNames(specs)),
		func(name string) bool { return slices.Contains(f.only, name) })
}

var constant = regexp.MustCompile(`(?m)^\s*const\s+([A-Za-z_]\w*)`)

// completeSet lists the constants, with the sign that follows.
func completeSet(_ *inputs, f *checkFlags, _ string, src []byte) []string {
	var names []string
	for _, m := range constant.FindAllSubmatch(src, -1) {
		if name := string(m[1]); f.set[name] == "" {
			names = append(names, name+"=")
		}
	}
	return names
}

// completeTask lists the tasks.
func completeTask(in *inputs, f *checkFlags, program string, src []byte) []string {
	p, problems := in.Program(program, src, f.set)
	if p == nil || problems.HasErrors() {
		return nil
	}
	var names []string
	for i := range p.Tasks {
		names = append(names, p.Tasks[i].Name)
	}
	return names
}
