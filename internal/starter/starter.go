// Package starter has small programs to begin with, one for each way in which tasks
// meet: locks, channels, rendezvous, actors, loopers, monitors; and one in Ada.
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

	"flavers/lang/ada/syntax"
)

//go:embed programs
var programs embed.FS

// Kind is a kind of programs.
type Kind struct{ Name, What string }

// Ext returns the ending of the name of a program of the kind.
func (k Kind) Ext() string { return extension(k.Name) }

func extension(kind string) string {
	if kind == "ada" {
		return ".adb"
	}
	return ".tfg"
}

// Kinds lists them; What is a phrase.
func Kinds() []Kind {
	return []Kind{
		{"locks", "two locks that are taken in one order, or not"},
		{"channels", "a producer, a buffer and workers"},
		{"rendezvous", "a server that takes calls, and its clients"},
		{"actors", "clients that ask a counter by messages"},
		{"loopers", "the event loop of a user interface, and a loader"},
		{"monitors", "a bounded buffer with wait and notify"},
		{"ada", "in Ada: workers with a protected counter and a task"},
	}
}

// taken are words that no program can be called.
var taken = strings.Fields("if then else any in when case true false min max self bool ref")

// units are names of Ada that a main procedure would hide, and those of the program.
var units = strings.Fields("ada standard system interfaces gnat workers id counter printer worker first second natural")

var underscores = regexp.MustCompile(`__+`)

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
	ext := extension(kind)
	program = strings.ReplaceAll(read(kind+ext), " "+kind+ext, " "+name+ext)
	word := notWord.ReplaceAllString(name, "_")
	if slices.Contains(taken, word) {
		word += "_"
	}
	if ext == ".adb" {
		word = strings.Trim(underscores.ReplaceAllString(word, "_"), "_")
		if word == "" || slices.Contains(slices.Concat(syntax.Keywords(), units), strings.ToLower(word)) {
			word = "Main_" + word
		}
		return strings.ReplaceAll(program, "Main_Program", strings.TrimRight(word, "_")), read(kind + ".fsa")
	}
	return strings.Replace(program, "\nprogram "+kind+"\n", "\nprogram "+word+"\n", 1), read(kind + ".fsa")
}
