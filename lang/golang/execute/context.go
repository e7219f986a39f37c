package execute

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file has package context. Contexts form a tree: a context ends when its parent ends.

// ctx is a context.
type ctx struct {
	parent   *ctx // nil: that of context.Background
	children []*ctx
	done     *channel // closed when it ends; nil: it never ends
	err      value    // what Err returns after that; nil before
	after    []func() // starts what context.AfterFunc was given; nil where that was stopped

	// Of WithValue.
	has bool // it has a key
	key value
	v   value
}

// contextType is the dynamic type of interface values that hold a ctx.
var contextType types.Type = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "context", nil),
	types.NewStruct(nil, nil), nil))

// canceled and exceeded are context.Canceled and context.DeadlineExceeded.
var canceled, exceeded = &failure{text: "context canceled"}, &failure{text: "context deadline exceeded"}

// call executes a method of a context.
func (c *ctx) call(g *goroutine, name string, args []value, where token.Pos) value {
	switch name {
	case "Done":
		return c.done
	case "Err":
		g.pause()
		if c.err == nil {
			return iface{}
		}
		return c.err
	case "Value":
		for at := c; at != nil; at = at.parent {
			if at.has && equal(at.key, args[0]) {
				return at.v
			}
		}
		return iface{}
	}
	panic(unknown("a method of a context"))
}

// end ends a context and its children, with an error for Err. A context ends once.
func (c *ctx) end(g *goroutine, err *failure, where token.Pos) {
	if c.err != nil || c.done == nil {
		return
	}
	c.err = iface{errorType, err}
	c.done.closed = true
	for _, start := range c.after {
		if start != nil {
			start()
		}
	}
	for _, u := range c.children {
		u.end(g, err, where)
	}
}

// contextModels returns the models of this file.
func contextModels() map[string]model {
	return map[string]model{
		"context.Background": background, "context.TODO": background,
		"context.WithCancel":   (*frame).withCancel,
		"context.WithTimeout":  (*frame).withDeadline,
		"context.WithDeadline": (*frame).withDeadline,
		"context.AfterFunc":    (*frame).afterContext,
		"context.WithValue": func(fr *frame, i ssa.CallInstruction, a []value) value {
			of := contextOf(a[0])
			c := &ctx{parent: of, done: of.done, err: of.err, key: a[1], v: a[2], has: true}
			if of.done != nil {
				of.children = append(of.children, c)
			}
			return iface{contextType, c}
		},
	}
}

func background(*frame, ssa.CallInstruction, []value) value { return iface{contextType, &ctx{}} }

func contextOf(v value) *ctx {
	if b, ok := v.(iface); ok {
		if b.typ == nil {
			panic(nilPointer())
		}
		if c, ok := b.v.(*ctx); ok {
			return c
		}
	}
	panic(unknown("a context"))
}

// derived returns a context that ends with another one.
func (fr *frame) derived(i ssa.CallInstruction, v value) *ctx {
	of := contextOf(v)
	empty := types.NewStruct(nil, nil)
	c := &ctx{parent: of, done: &channel{made: i.Pos(), elem: empty}}
	if of.err != nil {
		c.err, c.done.closed = of.err, true
	}
	of.children = append(of.children, c)
	return c
}

// afterContext has a function started when a context ends, and returns the function that prevents that.
func (fr *frame) afterContext(i ssa.CallInstruction, a []value) value {
	f, ok := a[1].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	start := fr.starter(i, f)
	fr.g.pause()
	c := contextOf(a[0])
	if c.err != nil {
		start()
		return &closure{native: func(*goroutine, []value) value { return false }}
	}
	k := len(c.after)
	c.after = append(c.after, start)
	return &closure{native: func(g *goroutine, _ []value) value {
		g.pause()
		stopped := c.err == nil && c.after[k] != nil
		c.after[k] = nil
		return stopped
	}}
}

func (fr *frame) withCancel(i ssa.CallInstruction, a []value) value {
	c := fr.derived(i, a[0])
	return tuple{iface{contextType, c}, c.cancels(i)}
}

// cancels returns the function that ends a context.
func (c *ctx) cancels(i ssa.CallInstruction) value {
	return &closure{native: func(g *goroutine, _ []value) value {
		g.pause()
		g.step("cancel", i.Pos())
		c.end(g, canceled, i.Pos())
		return nil
	}}
}

func (fr *frame) withDeadline(i ssa.CallInstruction, a []value) value {
	c := fr.derived(i, a[0])
	t := &timer{set: true, do: func() { c.end(nil, exceeded, i.Pos()) }}
	if at, ok := a[1].(moment); ok {
		t.at, t.known = at.at, at.set
	} else {
		t.start(fr.g.m, a[1])
	}
	fr.g.m.timers = append(fr.g.m.timers, t)
	return tuple{iface{contextType, c}, c.cancels(i)}
}
