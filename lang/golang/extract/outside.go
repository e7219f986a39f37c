package extract

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// This file is about calls that wait for something outside of the program: a signal, a client of a server, input. It
// may never come. This matters where the program ends after such a call:
//
//	log.Fatal(server.ListenAndServe())
//
// Once the program has ended, no goroutine counts as blocked (exits.go). But while the call waits, they are. So the
// call is an event of the program, by which a check can tell the two cases (theory.md, section 12.2):
//
//	event waits_outside
//	event exits_program
//	loop { skip }
//
// The event is left out if nothing ends the program, or if there is only one goroutine.

// outside is what is known about calls that wait for something outside of the program.
type outside struct {
	several bool // there are several goroutines
	matters bool // there are several goroutines, and one may end the program
	reads   bool // the program may have a reader of something outside, so calls that only read (std.Reads) may wait
}

// findOutside fills x.outside. ends: the program ends when the root returns.
func (x *extractor) findOutside(ends bool) {
	spawns := false
	for _, in := range x.w.Instances {
		spawns = spawns || in.Spawned
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				ends = ends || x.endsProgram(in, i)
				x.outside.reads = x.outside.reads || fromOutside(i)
			}
		}
	}
	x.outside.several, x.outside.matters = spawns, ends && spawns
}

// endsProgram reports whether an instruction may end the program: a panic, os.Exit, or log.Fatal.
func (x *extractor) endsProgram(in *heap.Instance, i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Panic:
		return !unwind.Added(i)
	case ssa.CallInstruction:
		for copy := range x.w.Copies(in, i) {
			for _, t := range x.w.Targets(in, i, copy) {
				if t.Model == "os.Exit" || strings.HasPrefix(t.Model, "log.Fatal") ||
					strings.HasPrefix(t.Model, "(*log.Logger).Fatal") || unwind.Panics(t.Model) {
					return true
				}
			}
		}
	}
	return false
}

// fromOutside reports whether an instruction deals with something that is read from outside and is no file on a disk:
// the standard input, a network connection, or a pipe to a process.
func fromOutside(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		g, ok := i.X.(*ssa.Global)
		return ok && g.Name() == "Stdin" && g.Pkg.Pkg.Path() == "os"
	case ssa.CallInstruction:
		fn := i.Common().StaticCallee()
		if i.Common().IsInvoke() || fn == nil || fn.Pkg == nil || heap.Initializes(fn) {
			return false
		}
		path := fn.Pkg.Pkg.Path()
		return path == "net" || strings.HasPrefix(path, "net/") || path == "crypto/tls" || path == "os/exec"
	}
	return false
}

// stays returns the event of a call that may wait for something outside; nothing for other calls.
func (x *extractor) stays(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	if !x.outside.matters {
		return nil
	}
	waits := x.w.Outside(in, site)
	if waits == std.Returns || waits == std.Reads && !x.outside.reads {
		return nil
	}
	return write.One("event "+ledger.Outside, site.Pos())
}

// signalled returns the event that comes before a message of the operating system, or one after a very long time.
func (x *extractor) signalled(o *heap.Object) []write.Line {
	if !o.Late || !x.outside.matters {
		return nil
	}
	return write.One("event "+ledger.Outside, o.Pos)
}
