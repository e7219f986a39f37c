package main

// The values that numbers on the command line may have. Most are limits, which
// cost nothing however large they are. Those that memory is taken for are cut to
// what makes sense, and a note says so.

import (
	"github.com/spf13/pflag"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/flags"
)

// bound cuts the values of flags to what makes sense on this machine.
func (f *checkFlags) bound(in *inputs) {
	f.given(func(flag *pflag.Flag) {
		if f.idle[flag.Name] != "" {
			return
		}
		switch note := flags.Cut(f.cmd.Name(), flag); {
		case note == "":
		case flag.Name == "jobs":
			in.aside(clamped(note))
		default:
			in.list.All = append(in.list.All, clamped(note))
		}
	})
	f.given(func(flag *pflag.Flag) {
		if flag.Name == "max-memory" && f.idle[flag.Name] == "" {
			if note := f.maxMemory.Note(); note != "" {
				in.aside(clamped(note))
			}
		}
	})
}

func clamped(text string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Note, Code: codes.Clamped, Message: text}
}

// aside writes a note to standard error. It is in no report, because equal input has an equal report on every machine.
func (in *inputs) aside(note diag.Diagnostic) {
	list := diag.List{All: []diag.Diagnostic{note}}
	list.Write(in.app.err, nil)
}
