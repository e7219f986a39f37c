// Package starter has small programs to begin with, one for each way in which tasks
// meet: locks, channels, rendezvous, actors, loopers, monitors.
//
//	starter.Texts("locks", "bank")
//
// returns the texts of bank.tfg, which begins with a comment on what it shows and what
// to try, and of bank.fsa, whose properties have their verdicts beside them.
package starter

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed programs
var programs embed.FS

// Kind is a kind of programs.
type Kind struct{ Name, What string }

// Kinds lists them; What is a phrase.
func Kinds() []Kind {
	return []Kind{
		{"locks", "two locks that are taken in one order, or not"},
		{"channels", "a producer, a buffer and workers"},
		{"rendezvous", "a server that takes calls, and its clients"},
		{"actors", "clients that ask a counter by messages"},
		{"loopers", "the event loop of a user interface, and a loader"},
		{"monitors", "a bounded buffer with wait and notify"},
	}
}

// taken are words that no program can be called.
var taken = strings.Fields("if then else any in when case true false min max self bool ref")

var notWord = regexp.MustCompile(`^[^A-Za-z_]+|[^A-Za-z0-9_]`)

// Texts returns a program and its specification, for files that are called name without
// their extensions. The kind must be one of Kinds.
func Texts(kind, name string) (program, spec string) {
	read := func(file string) string {
		text, err := programs.ReadFile("programs/" + file)
		if err != nil {
			panic("starter: " + err.Error())
		}
		return string(text)
	}
	program = strings.ReplaceAll(read(kind+".tfg"), " "+kind+".tfg", " "+name+".tfg")
	word := notWord.ReplaceAllString(name, "_")
	if slices.Contains(taken, word) {
		word += "_"
	}
	return strings.Replace(program, "\nprogram "+kind+"\n", "\nprogram "+word+"\n", 1), read(kind + ".fsa")
}
