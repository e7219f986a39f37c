package markup

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"
)

// executor prints a template.
type executor struct {
	template *Template
	w        io.Writer
}

// frame is what the names of a template stand for.
type frame struct {
	tree *parse.Tree
	dot  reflect.Value
	vars []variable // the innermost last
}

type variable struct {
	name  string
	value reflect.Value
}

// errBreak and errContinue end a turn of a loop.
var errBreak, errContinue = errors.New("break"), errors.New("continue")

// run prints a tree with data as its dot.
func (e *executor) run(tree *parse.Tree, data any) error {
	dot := reflect.ValueOf(data)
	return e.list(tree.Root, &frame{tree: tree, dot: dot, vars: []variable{{"$", dot}}})
}

func (e *executor) list(l *parse.ListNode, f *frame) error {
	if l == nil {
		return nil
	}
	scope := len(f.vars)
	for _, n := range l.Nodes {
		if err := e.node(n, f); err != nil {
			return err
		}
	}
	f.vars = f.vars[:scope]
	return nil
}

// node prints a node.
func (e *executor) node(n parse.Node, f *frame) error {
	switch n := n.(type) {
	case *parse.TextNode:
		_, err := e.w.Write(n.Text)
		return err
	case *parse.ActionNode:
		v, err := e.pipe(n.Pipe, f)
		if err != nil || len(n.Pipe.Decl) > 0 {
			f.declare(n.Pipe, v)
			return err
		}
		text, err := e.template.at[n].escape(v)
		if err != nil {
			return f.fail(n, err)
		}
		_, err = io.WriteString(e.w, text)
		return err
	case *parse.IfNode:
		v, err := e.pipe(n.Pipe, f)
		switch {
		case err != nil:
			return err
		case truth(v):
			return e.list(n.List, f)
		}
		return e.list(n.ElseList, f)
	case *parse.WithNode:
		v, err := e.pipe(n.Pipe, f)
		switch {
		case err != nil:
			return err
		case truth(v):
			return e.within(n.List, f, v)
		}
		return e.list(n.ElseList, f)
	case *parse.RangeNode:
		return e.loop(n, f)
	case *parse.TemplateNode:
		v, err := e.pipe(n.Pipe, f)
		if err != nil {
			return err
		}
		tree := e.template.trees[n.Name]
		if tree == nil {
			return f.fail(n, fmt.Errorf("no template %q", n.Name))
		}
		return e.list(tree.Root, &frame{tree: tree, dot: v, vars: []variable{{"$", v}}})
	case *parse.BreakNode:
		return errBreak
	case *parse.ContinueNode:
		return errContinue
	}
	return nil // a comment
}

// within prints a list with another dot.
func (e *executor) within(l *parse.ListNode, f *frame, dot reflect.Value) error {
	inner := *f
	inner.dot = dot
	return e.list(l, &inner)
}

// loop prints a list for each element of a slice.
func (e *executor) loop(n *parse.RangeNode, f *frame) error {
	v, err := e.pipe(n.Pipe, f)
	if err != nil {
		return err
	}
	if v = indirect(v); !v.IsValid() {
		return e.list(n.ElseList, f)
	}
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return f.fail(n, fmt.Errorf("no loop over a value of type %s", v.Type()))
	}
	if v.Len() == 0 {
		return e.list(n.ElseList, f)
	}
	for i := range v.Len() {
		turn := &frame{tree: f.tree, dot: v.Index(i), vars: f.vars[:len(f.vars):len(f.vars)]}
		switch decl := n.Pipe.Decl; len(decl) {
		case 1:
			turn.vars = append(turn.vars, variable{decl[0].Ident[0], v.Index(i)})
		case 2:
			turn.vars = append(turn.vars, variable{decl[0].Ident[0], reflect.ValueOf(i)},
				variable{decl[1].Ident[0], v.Index(i)})
		}
		switch err := e.list(n.List, turn); err {
		case nil, errContinue:
		case errBreak:
			return nil
		default:
			return err
		}
	}
	return nil
}

// declare gives a name to a value.
func (f *frame) declare(p *parse.PipeNode, v reflect.Value) {
	for _, d := range p.Decl {
		f.vars = append(f.vars, variable{d.Ident[0], v})
	}
}

// fail returns an error with the line of a node.
func (f *frame) fail(n parse.Node, why error) error {
	where, _ := f.tree.ErrorContext(n)
	return fmt.Errorf("%s: %w", where, why)
}

// pipe evaluates a pipe; the value of none is not valid.
func (e *executor) pipe(p *parse.PipeNode, f *frame) (reflect.Value, error) {
	if p == nil {
		return reflect.Value{}, nil
	}
	if len(p.Cmds) != 1 {
		return reflect.Value{}, f.fail(p, errors.New("a pipe has one command"))
	}
	args := p.Cmds[0].Args
	name, called := args[0].(*parse.IdentifierNode)
	if !called {
		if len(args) > 1 {
			return reflect.Value{}, f.fail(p, errors.New("methods cannot be called"))
		}
		return e.value(args[0], f)
	}
	var values []reflect.Value
	for _, a := range args[1:] {
		v, err := e.value(a, f)
		if err != nil {
			return v, err
		}
		values = append(values, v)
	}
	v, err := e.template.call(name.Ident, values)
	if err != nil {
		err = f.fail(p, err)
	}
	return v, err
}

// value evaluates an operand.
func (e *executor) value(n parse.Node, f *frame) (reflect.Value, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return f.dot, nil
	case *parse.FieldNode:
		return f.fields(n, f.dot, n.Ident)
	case *parse.VariableNode:
		for i := len(f.vars) - 1; i >= 0; i-- {
			if f.vars[i].name == n.Ident[0] {
				return f.fields(n, f.vars[i].value, n.Ident[1:])
			}
		}
	case *parse.IdentifierNode:
		v, err := e.template.call(n.Ident, nil)
		if err != nil {
			err = f.fail(n, err)
		}
		return v, err
	case *parse.StringNode:
		return reflect.ValueOf(n.Text), nil
	case *parse.NumberNode:
		return reflect.ValueOf(int(n.Int64)), nil
	case *parse.PipeNode:
		return e.pipe(n, f)
	}
	return reflect.Value{}, f.fail(n, fmt.Errorf("%s is not known", n))
}

// fields returns what names lead to from v, each a field of what the one before leads to.
func (f *frame) fields(n parse.Node, v reflect.Value, names []string) (reflect.Value, error) {
	for _, name := range names {
		at := indirect(v)
		if !at.IsValid() || at.Kind() != reflect.Struct {
			return v, f.fail(n, fmt.Errorf("%s of what has no fields", name))
		}
		field, ok := at.Type().FieldByName(name)
		if !ok || !field.IsExported() {
			return v, f.fail(n, fmt.Errorf("%s has no field %s", at.Type(), name))
		}
		var err error
		if v, err = at.FieldByIndexErr(field.Index); err != nil {
			return v, f.fail(n, err)
		}
	}
	return v, nil
}

// indirect returns what pointers and interfaces lead to; it is not valid if they are nil.
func indirect(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	return v
}

// truth reports whether a value is not empty.
func truth(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	is, ok := template.IsTrue(v.Interface())
	return is && ok
}

// builtins are the names of the functions that every template has.
var builtins = map[string]any{"and": true, "or": true, "not": true, "eq": true, "ne": true, "gt": true, "len": true,
	"printf": true}

// call returns the result of a function.
func (t *Template) call(name string, args []reflect.Value) (out reflect.Value, err error) {
	if f := reflect.ValueOf(t.funcs[name]); f.IsValid() {
		if f.Type().NumIn() != len(args) {
			return out, fmt.Errorf("%s has %d operands, not %d", name, f.Type().NumIn(), len(args))
		}
		for i, a := range args {
			in := f.Type().In(i)
			if a.IsValid() && a.Kind() == reflect.Interface && !a.IsNil() {
				a = a.Elem()
			}
			switch {
			case a.IsValid() && a.Type().AssignableTo(in):
			case a.IsValid() && a.CanInt() && reflect.Zero(in).CanInt():
				a = a.Convert(in)
			default:
				return out, fmt.Errorf("an operand of %s is not of type %s", name, in)
			}
			args[i] = a
		}
		return f.Call(args)[0], nil
	}
	result, err := builtin(name, args)
	return reflect.ValueOf(result), err
}

// builtin is call for the functions that every template has.
func builtin(name string, args []reflect.Value) (any, error) {
	plain := func(v reflect.Value) any {
		if v = indirect(v); !v.IsValid() {
			return nil
		}
		return v.Interface()
	}
	many := name == "and" || name == "or" || name == "printf"
	want := 2
	if name == "not" || name == "len" {
		want = 1
	}
	if !many && len(args) != want || len(args) == 0 {
		return nil, fmt.Errorf("%s has another number of operands", name)
	}
	one := indirect(args[0])
	switch name {
	case "and", "or":
		for _, a := range args {
			if truth(a) == (name == "or") {
				return name == "or", nil
			}
		}
		return name == "and", nil
	case "not":
		return !truth(args[0]), nil
	case "eq", "ne":
		if !one.Comparable() || plain(args[1]) == nil || one.Type() != indirect(args[1]).Type() {
			return nil, fmt.Errorf("%s compares values of one type", name)
		}
		return (plain(args[0]) == plain(args[1])) == (name == "eq"), nil
	case "gt":
		if other := indirect(args[1]); one.IsValid() && other.IsValid() && one.CanInt() && other.CanInt() {
			return one.Int() > other.Int(), nil
		}
	case "len":
		if one.IsValid() && (one.Kind() == reflect.Slice || one.Kind() == reflect.String || one.Kind() == reflect.Map) {
			return one.Len(), nil
		}
	case "printf":
		var rest []any
		for _, a := range args[1:] {
			rest = append(rest, plain(a))
		}
		if one.Kind() == reflect.String {
			return fmt.Sprintf(one.String(), rest...), nil
		}
	}
	return nil, fmt.Errorf("%s has an operand of another type", name)
}

// escape returns a value as it is printed at a place.
func (p place) escape(v reflect.Value) (string, error) {
	var value any
	if v.IsValid() {
		value = v.Interface()
	}
	if p.kind == inScript {
		if js, ok := value.(JS); ok {
			return string(js), nil
		}
		text, err := json.Marshal(value) // which escapes <, > and &
		return string(text), err
	}
	if p.kind == inStyle {
		css, ok := value.(CSS)
		if !ok {
			return "", fmt.Errorf("a style of type %T", value)
		}
		return string(css), nil
	}
	if trusted, ok := value.(HTML); ok && p.kind == inText {
		return string(trusted), nil
	}
	text := ""
	if v = indirect(v); v.IsValid() {
		text = fmt.Sprint(value)
	}
	switch _, path := value.(Path); {
	case p.attr == "href" && !path && !p.anchor:
		return "", fmt.Errorf("an address of type %T", value)
	case p.attr == "style" && strings.Trim(text, "0123456789.") != "":
		return "", fmt.Errorf("a style with %q", text)
	}
	return html.EscapeString(strings.ReplaceAll(text, "\x00", "\uFFFD")), nil
}
