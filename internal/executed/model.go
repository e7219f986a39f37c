package executed

// This file reads from a program what its root may do: a node for each step, with its place in the Go files, what it
// does and the task that it is of. For the statement "jobs <- 1" in line 7 of main.go, this is a Node with Kind Send.
// Package executed compares these with the operations that the root was seen to execute.

import (
	"errors"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"flavers/cfg"
	"flavers/lang"
	"flavers/lang/golang"
	"flavers/report/ledger"
)

// Model is what a root may do according to its program.
type Model struct {
	Nodes  []Node         // each once
	Quiet  map[Place]bool // places of operations on locks that keep nobody waiting: the program need not have them
	Idle   bool           // nothing in the root is taken to keep anybody waiting: then its ledger does not matter
	Ledger []Entry
}

// Place is a place in a file.
type Place struct {
	File string // absolute
	Line int
}

// Node is a step of a task.
type Node struct {
	Place
	Kind  Kind
	Began Place // where its task begins: at a go statement or call, or for the root, at its function
	Root  bool  // it is a step of the task that the program begins with
	On    Object
}

// Object is the number of an object of a program, from 1. It is 0 for a step on no object, or on several.
type Object int

// Entry is an entry of a ledger that says what the program leaves out: its code is of kind B or U.
type Entry struct {
	Place
	Column int
	Code   string
}

// Kind is what an operation does.
type Kind string

const (
	Send       Kind = "send"
	Receive    Kind = "receive"
	Close      Kind = "close"
	Select     Kind = "select"
	Block      Kind = "wait for ever" // select {}, or on a nil channel
	Lock       Kind = "lock"
	Unlock     Kind = "unlock"
	RLock      Kind = "rlock"
	RUnlock    Kind = "runlock"
	Try        Kind = "try to lock"
	GroupAdd   Kind = "add"
	GroupWait  Kind = "wait"
	GroupGo    Kind = "go"
	CondWait   Kind = "wait for a condition"
	CondSignal Kind = "signal"
	OnceDo     Kind = "once"
	Cancel     Kind = "cancel"
	Other      Kind = "other"
)

// ModelOf reads the program that was made from a root. quiet has the places of operations on locks that keep nobody
// waiting.
func ModelOf(p *golang.Program, name string, quiet []token.Position) (*Model, error) {
	m := &Model{Idle: p.Empty, Quiet: map[Place]bool{}}
	for _, pos := range quiet {
		m.Quiet[place(pos)] = true
	}
	for _, n := range p.Ledger {
		if n.Property == "" && (n.Code[0] == 'B' || n.Code[0] == 'U') {
			m.Ledger = append(m.Ledger, entry(n))
		}
	}
	program, ds := lang.Load(name, p.Text, lang.Options{})
	if ds.HasErrors() {
		return nil, errors.New(ds.All[0].Message)
	}
	for i := range program.Nodes {
		n := &program.Nodes[i]
		task := &program.Tasks[n.Task]
		kind, on := step(n.Op)
		out := Node{Place: place(n.Pos), Kind: kind, Began: place(task.Pos), Root: n.Task == 0, On: Object(on + 1)}
		if task.Family != cfg.None {
			out.Began = place(program.Families[task.Family].Pos)
		}
		if !slices.Contains(m.Nodes, out) {
			m.Nodes = append(m.Nodes, out)
		}
	}
	return m, nil
}

// step returns what an operation does, and the object that it does this to.
func step(op cfg.Op) (Kind, cfg.ObjectID) {
	switch op := op.(type) {
	case cfg.Test:
		if op.Await {
			return Block, cfg.None
		}
	case cfg.Send:
		return Send, op.Chan
	case cfg.Recv:
		return Receive, op.Chan
	case cfg.Close:
		return Close, op.Chan
	case cfg.Lock:
		return Lock, op.Lock
	case cfg.Announce:
		return Lock, op.Lock
	case cfg.Unlock:
		return Unlock, op.Lock
	case cfg.RLock:
		return RLock, op.Lock
	case cfg.RUnlock:
		return RUnlock, op.Lock
	case cfg.GroupAdd:
		return GroupAdd, op.Group
	case cfg.GroupWait:
		return GroupWait, op.Group
	case cfg.CondWait:
		return CondWait, op.Cond
	case cfg.CondWake:
		return CondWait, op.Cond
	case cfg.Signal:
		return CondSignal, op.Cond
	case cfg.Once:
		return OnceDo, op.Once
	case cfg.OnceEnd:
		return OnceDo, op.Once
	case cfg.OncePass:
		return OnceDo, op.Once
	}
	return Other, cfg.None
}

// place returns a position with an absolute name of the file, and without its column.
func place(pos token.Position) Place {
	file, err := filepath.Abs(pos.Filename)
	if err != nil {
		file = pos.Filename
	}
	return Place{file, pos.Line}
}

// entry reads an entry of a ledger: its place is file:line:col.
func entry(n ledger.Note) Entry {
	out := Entry{Code: n.Code}
	parts := strings.Split(n.Pos, ":")
	if k := len(parts); k >= 3 {
		out.Line, _ = strconv.Atoi(parts[k-2]) // 0 if it is no number: then the entry covers no line
		out.Column, _ = strconv.Atoi(parts[k-1])
		out.File = place(token.Position{Filename: strings.Join(parts[:k-2], ":")}).File
	}
	return out
}
