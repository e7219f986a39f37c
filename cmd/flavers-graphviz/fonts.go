package main

// Fonts: Graphviz measures text by tables that it has of three families, and takes any other for Times. Text in
// another font would not fit its boxes. So every font becomes the nearest of the three.

import (
	"context"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"github.com/goccy/go-graphviz"
	"github.com/goccy/go-graphviz/cgraph"
	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
)

// families are the names of the tables, with parts of the names of fonts that are like them.
var families = []struct {
	name  string
	parts []string
}{
	{"Courier", []string{"mono", "courier", "consol", "code", "typewriter", "menlo", "fixed"}},
	{"Helvetica", []string{"sans", "helvetica", "arial", "verdana", "tahoma", "segoe", "system-ui", "ubuntu", "inter"}},
}

// family returns the nearest of the families whose widths Graphviz knows.
func family(name string) string {
	name = strings.ToLower(name)
	for _, f := range families {
		for _, part := range f.parts {
			if strings.Contains(name, part) {
				return f.name
			}
		}
	}
	return "Times"
}

// useKnownFonts replaces the fonts of a graph, of its subgraphs, nodes and edges. Those inside of labels in HTML stay.
func useKnownFonts(g *cgraph.Graph) error {
	if err := useKnownFontsIn(g); err != nil {
		return err
	}
	for n, err := g.FirstNode(); n != nil || err != nil; n, err = g.NextNode(n) {
		if err != nil {
			return err
		}
		if name := n.GetStr("fontname"); name != "" {
			n.SetFontName(family(name))
		}
		for e, err := g.FirstOut(n); e != nil || err != nil; e, err = g.NextOut(e) {
			if err != nil {
				return err
			}
			if name := e.GetStr("fontname"); name != "" {
				e.SetFontName(family(name))
			}
		}
	}
	return nil
}

// useKnownFontsIn replaces the fonts of the labels of g and its subgraphs.
func useKnownFontsIn(g *cgraph.Graph) error {
	if name := g.GetStr("fontname"); name != "" {
		g.SetFontName(family(name))
	}
	for sub, err := g.FirstSubGraph(); sub != nil || err != nil; sub, err = sub.NextSubGraph() {
		if err != nil {
			return err
		}
		if err := useKnownFontsIn(sub); err != nil {
			return err
		}
	}
	return nil
}

// loadFont loads the font that a PNG is drawn with: Liberation has the widths of the three families.
func loadFont(_ context.Context, job *graphviz.Job, f *graphviz.TextFont) (font.Face, error) {
	data := liberationserifregular.TTF
	switch family(f.Name()) {
	case "Courier":
		data = liberationmonoregular.TTF
	case "Helvetica":
		data = liberationsansregular.TTF
	}
	face, err := truetype.Parse(data)
	if err != nil {
		return nil, err
	}
	return truetype.NewFace(face, &truetype.Options{Size: f.Size() * job.Zoom()}), nil
}
