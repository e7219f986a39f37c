package trace

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// This file reads the short form: a line is THREAD OP ARGS, # begins a comment.
//
//	main  threadinit
//	main  attachq
//	main  fork worker
//	main  loop
//	worker threadinit
//	worker post click main      # message click to the loop of main
//	worker threadexit
//	main  begin click
//	main  write x
//	main  end click
//	before 6 8                  # operation 6 comes before operation 8
//
// Operations are numbered from 1 in their order. Their words are those of the
// table lower in trace.go. What the numbered form writes as ENABLE-LIFECYCLE is
// mark enable-lifecycle here.

// shortArgs has the number of arguments, by kind.
var shortArgs = [...]int{ThreadInit: 0, ThreadExit: 0, Fork: 1, Join: 1, AttachQueue: 0, Loop: 0, Post: 2, Call: 1,
	Return: 1, Read: 1,
	Write: 1, Lock: 1, Unlock: 1, Wait: 0, Notify: 1, Nop: 0, Mark: 1}

// short reads a line of the short form.
func (p *parser) short(line string) {
	line, _, _ = strings.Cut(strings.TrimRight(line, "\r"), "#")
	f := strings.Fields(line)
	if len(f) == 0 {
		return
	}
	column := func(i int) int { // where word i begins, from 0
		at := 0
		for range i {
			at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \t"))
			at += strings.IndexAny(line[at:]+" ", " \t")
		}
		return at + len(line[at:]) - len(strings.TrimLeft(line[at:], " \t"))
	}
	if f[0] == "before" && len(f) == 3 {
		from, err := strconv.Atoi(f[1])
		to, also := strconv.Atoi(f[2])
		if err == nil && also == nil {
			p.before = append(p.before, pair{p.line, from, to})
			return
		}
	}
	if len(f) == 1 {
		p.errorf(column(0), len(f[0]), "E101", "operation of %s is missing",
			f[0]).WithHint("a line is: thread, operation, arguments")
		return
	}
	k := slices.Index(lower[:], f[1])
	if k < 0 {
		d := p.errorf(column(1), len(f[1]), "E103", "unknown operation %q", f[1])
		if near := nearest(f[1], lower[:]); near != "" {
			d.WithHint("did you mean %s?", strings.ToLower(near))
		}
		return
	}
	kind, args := Kind(k), f[2:]
	if len(args) != shortArgs[kind] {
		p.errorf(column(1), len(f[1]), "E104", "%s takes %d arguments, not %d", f[1], shortArgs[kind], len(args))
		return
	}
	o := Op{Number: len(p.b.t.Ops) + 1, Kind: kind, Word: kindNames[kind], Thread: p.b.thread(f[0]), Arg: None, Dest: None,
		Pos: token.Position{Filename: p.file, Line: p.line, Column: 1}}
	switch kind {
	case Fork, Join, Notify:
		o.Arg = int32(p.b.thread(args[0]))
	case Post:
		o.Arg, o.Dest = int32(p.b.task(args[0])), p.b.thread(args[1])
	case Call, Return:
		o.Arg = int32(p.b.task(args[0]))
	case Read, Write:
		o.Arg = int32(p.b.location(Location{Obj: args[0]}))
	case Lock, Unlock:
		o.Arg = int32(p.b.lock(args[0]))
	case Mark:
		if o.Word = strings.ToUpper(args[0]); !slices.Contains(marks, o.Word) {
			p.errorf(column(2), len(args[0]), "E103", "unknown mark %q", args[0]).WithHint("marks are: %s",
				strings.ToLower(strings.Join(marks, ", ")))
			return
		}
	}
	p.add(o)
}
