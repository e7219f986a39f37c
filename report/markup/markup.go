// Package markup prints HTML pages from templates, with every value escaped for the place where it stands.
//
//	page := markup.Must("page.html", text, markup.Funcs{"inc": func(i int) int { return i + 1 }})
//	err := page.Execute(w, data)
//
// Templates are written as for the packages text/template and html/template of the standard library, and are parsed by
// text/template/parse. This package has less: values are fields and functions, not methods, and pipes have one command.
// That is its purpose. A template that can call any method by its name makes the linker keep all exported methods of
// all types: a tenth of the command flavers.
//
// Values are escaped by these rules:
//
//	in text                        as HTML; a value of type HTML is printed as it is
//	in an attribute, in "quotes"   as HTML; not in an attribute that is a script (on..), nor in src
//	in href="#..."                 as HTML; an href that begins with a value takes one of type Path
//	in style="..."                 digits and points only
//	in <script>                    as JSON; a value of type JS is printed as it is
//	in <style>                     only a value of type CSS
//
// No value is printed anywhere else: Parse refuses such templates, and those whose branches end in different places.
package markup

import (
	"errors"
	"fmt"
	"io"
	"text/template/parse"
)

// Texts of these types are trusted, and printed as they are in their places.
type (
	HTML string // between elements
	CSS  string // in <style>
	JS   string // in <script>
	Path string // in href: made of escaped parts, without a scheme
)

// Funcs are the functions of a template, by name, each with one result. The functions and, or, not, eq, ne, gt, len
// and printf are there without them.
type Funcs map[string]any

// Template is a parsed template. It is not changed any more.
type Template struct {
	name  string
	trees map[string]*parse.Tree
	funcs Funcs
	at    map[parse.Node]place // of each action that prints
}

// Must is Parse for texts that are part of the program: an error is a panic.
func Must(name, text string, funcs Funcs) *Template {
	t, err := Parse(name, text, funcs)
	if err != nil {
		panic(err)
	}
	return t
}

// Parse reads a template. The errors are those of the syntax, of what this package leaves out, and of values in places
// where none may stand; each names the line.
func Parse(name, text string, funcs Funcs) (*Template, error) {
	trees, err := parse.Parse(name, text, "{{", "}}", funcs, builtins)
	if err != nil {
		return nil, err
	}
	t := &Template{name: name, trees: trees, funcs: funcs, at: map[parse.Node]place{}}
	for called, tree := range trees {
		p := &placer{tree: tree, at: t.at}
		end, err := p.list(tree.Root, place{})
		if err == nil && end != (place{}) {
			err = errors.New("it ends within a tag or an element")
		}
		if err != nil {
			return nil, fmt.Errorf("template %s: %w", called, err)
		}
	}
	return t, nil
}

// Execute prints the template with data as its dot. The errors are those of w, and of values that do not fit, as a
// field that there is not; part of the page may have been printed then.
func (t *Template) Execute(w io.Writer, data any) error {
	e := &executor{template: t, w: w}
	return e.run(t.trees[t.name], data)
}
