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

// What a goroutine waits for outside of the program may never come. Where the program ends after that, as in
//
//	log.Fatal(server.ListenAndServe())
//
// the call is an event of the model, so that goroutines which are blocked are not taken to end with the program
// (theory.md, section 12.2):
//
//	event waits_outside
//	event exits_program
//	loop { skip }
//
// In a root that does not end the program, and that has one goroutine only, the model has nothing of such calls: if the
// outside does not answer, others wait for it as for anything that takes its time.

// outside is what the extractor knows of calls that wait for what is outside of the program.
type outside struct {
	several bool // there are several goroutines
	matters bool // and one may end the program
	reads   bool // there may be something outside that calls of package std's Reads read from
}

// findOutside looks at all that the root executes; ends: its end is that of the program.
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

// endsProgram reports whether an instruction may end the program.
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

// fromOutside reports whether an instruction has to do with something that readers may read from, and that is no file
// on a disk: the standard input, a connection, or a pipe of a process.
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

// stays is the event of a call that may wait for what is outside.
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

// signalled is the event of what sends a signal, or comes after a very long time.
func (x *extractor) signalled(o *heap.Object) []write.Line {
	if !o.Late || !x.outside.matters {
		return nil
	}
	return write.One("event "+ledger.Outside, o.Pos)
}
