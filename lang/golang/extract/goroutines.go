package extract

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/write"
)

// This file translates statements that start goroutines: go statements, and calls of library functions that execute
// their argument in a goroutine, as (*sync.WaitGroup).Go does. Each function that may be started becomes a task, and
// the statement a spawn of it.
//
// In a loop, the statement starts many goroutines. Only so many are told apart as package heap says (World.Copies):
// each of these is a task of its own. A variable counts them, and later turns start nothing:
//
//	for _, c := range list { go c.run() }
//
//	loop { if turn < 2 { if turn == 0 { spawn run } else { spawn run_2 } } .. }

// spawn returns what a go statement does.
func (x *extractor) spawn(in *heap.Instance, site *ssa.Go) []write.Line {
	return x.startAll(in, site, nil)
}

// startAll returns the statements that start all goroutines of a site. after is what they do at their end; nil for
// nothing.
func (x *extractor) startAll(in *heap.Instance, site ssa.CallInstruction, after *ending) []write.Line {
	copies := x.w.Copies(in, site)
	head := x.w.Turning(site.Block())
	if copies == 1 && head == nil {
		often, _ := x.w.Repeats(in, site.Block(), nil)
		return x.start(in, site, 0, often*x.w.Members(in), after)
	}
	if len(x.start(in, site, 0, 1, after)) == 0 {
		return nil
	}

	// The turns of the loop are told apart: the number of the turn says which goroutine is started.
	if head != nil {
		_, exact := x.w.Turns(in, head)
		often, all := x.w.Repeats(in, head, head)
		if !exact || !all {
			x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("goroutines of a loop: at most %d", copies*often))
			x.cut(in, head)
		}
		x.counted[varKey{in, head}] = true
		out := x.turns(in, head, site.Pos(), func(t int) []write.Line {
			lines := x.start(in, site, t, often*x.w.Members(in), after)
			if all || len(lines) == 0 {
				return lines
			}
			count := x.variable(in, [2]any{site, t}, "started", fmt.Sprintf("0..%d", often))
			counts := write.One(fmt.Sprintf("%s = %s + 1", count, count), site.Pos())
			return write.Block(site.Pos(), fmt.Sprintf("if %s < %d", count, often), append(counts, lines...))
		})
		return write.Block(site.Pos(), fmt.Sprintf("if %s < %d", x.turn(in, head), copies), out)
	}

	// They are not: a variable counts the goroutines that were started.
	x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("goroutines of a loop: at most %d", copies))
	x.cut(in, nil)
	count := x.variable(in, site, "started", fmt.Sprintf("0..%d", copies))
	var out []write.Line
	for c := range copies {
		word := "if"
		if c > 0 {
			word = "} else if"
		}
		out = append(out, write.At(fmt.Sprintf("%s %s == %d {", word, count, c), site.Pos()),
			write.At(fmt.Sprintf("%s = %d", count, c+1), site.Pos()))
		out = append(out, x.start(in, site, c, x.w.Members(in), after)...)
	}
	return append(out, write.At("}", site.Pos()))
}

// ending is what the start and the end of a goroutine do to the object that it is started for. For g.Go(f) of a wait
// group, before is "add g(1)", and lines are "done g".
type ending struct {
	object string
	before []write.Line                      // the goroutine that starts this one executes them just before
	lines  []write.Line                      // this goroutine executes them at its end
	result func(*heap.Instance) []write.Line // what to do before lines with the result of the function; nil: nothing
	await  string                            // a condition that must be true before the goroutine begins; "": none
}

// start returns the statements that start one goroutine of a site. copy is its number among those that are told
// apart, and often how many goroutines the task may stand for.
func (x *extractor) start(in *heap.Instance, site ssa.CallInstruction, copy, often int, after *ending) []write.Line {
	// go close(c), and a function that is not known, but whose call is an event.
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		if b.Name() != "close" {
			return nil
		}
		body := x.alone(site, func() []write.Line { return x.call(in, site, copy) })
		if len(body) == 0 {
			return nil
		}
		return write.One("spawn "+x.task(taskKey{in: in, site: site, copy: copy}, "go_close", often, body), site.Pos())
	}
	first, last := x.detached(in, site, copy)
	if len(x.w.Targets(in, site, copy)) == 0 && len(first)+len(last) > 0 {
		body := slices.Concat(first, last)
		return write.One("spawn "+x.task(taskKey{in: in, site: site, copy: copy}, "go_call", often, body), site.Pos())
	}

	// A task for each function that may be started, and a choice of them.
	var ways [][]write.Line
	_, isGo := site.(*ssa.Go)
	once := isGo && x.ofModel(in, site, copy) // go once.Do(f)
	known := slices.ContainsFunc(x.w.Targets(in, site, copy), func(t heap.Target) bool {
		return t.Inst != nil || t.Model == heap.ModelCancel
	})
	silent := false // some function does nothing
	for _, t := range x.w.Targets(in, site, copy) {
		var body []write.Line
		inst, name := t.Inst, "goroutine"
		switch {
		case unwind.Goexits(t.Model): // a goroutine that only ends
			continue
		case t.Inst != nil && !t.Inst.Spawned && !isGo: // context.AfterFunc asks a context before it starts anything
			continue
		case t.Inst == nil && !once && x.ofModel(in, site, copy) && known && t.Model != heap.ModelCancel:
			continue // the function is another target
		case t.Inst == nil && (once || !x.ofModel(in, site, copy) || t.Model == heap.ModelCancel): // go mu.Lock()
			body = x.alone(site, func() []write.Line { return x.model(in, site, t, copy) })
			name = "go_" + lastWord(t.Model)
			for _, other := range x.w.Targets(in, site, copy) {
				if inst == nil {
					inst = other.Inst // the body may have its variables
				}
			}
		case t.Inst != nil && !once:
			body = x.body(t.Inst)
			name = t.Inst.Fn.Name()
		}
		body = slices.Concat(first, body, last)
		object, begin := "", []write.Line(nil)
		if after != nil {
			object, begin, body = after.object, slices.Clip(after.before), slices.Clip(body)
			if inst != nil && after.result != nil {
				body = append(body, after.result(inst)...)
			}
			body = append(body, after.lines...)
		}
		if silent = silent || len(body) == 0; len(body) > 0 {
			task := x.task(taskKey{in, site, copy, inst, object}, name, often, body)
			if after != nil && after.await != "" {
				task = x.waits(taskKey{in, site, copy, nil, object + " " + task}, task, often, after.await)
			}
			if t.Inst != nil {
				begin = append(begin, x.pass(t.Inst, site.Pos())...)
			}
			ways = append(ways, append(begin, write.At("spawn "+task, site.Pos())))
		}
	}
	if silent && len(ways) > 0 {
		ways = append(ways, nil) // a goroutine that does nothing
	}
	return write.Alternatives(ways, site.Pos())
}

// waits returns the name of a task that waits for a condition, perhaps for ever, and then starts the given task.
func (x *extractor) waits(k taskKey, task string, often int, cond string) string {
	name := x.task(k, task+"_waits", often, write.Lines(k.site.Pos(), "await "+cond, "spawn "+task))
	x.byKey[k].server = true
	return name
}

// alone returns the body that do makes for a task without an instance: it begins with the declarations of the
// variables of the body.
func (x *extractor) alone(site ssa.CallInstruction, do func() []write.Line) []write.Line {
	var vars []string
	x.into = &vars
	body := do()
	x.into = nil
	var out []write.Line
	for _, v := range vars {
		out = append(out, write.At(v, site.Pos()))
	}
	return append(out, body...)
}

// lastWord returns the name of a function without its package and receiver: "Lock" for "(*sync.Mutex).Lock".
func lastWord(name string) string { return name[strings.LastIndexAny(name, ".)")+1:] }
