package render

// The style sheet of all pictures. Light colours are the default; a viewer
// that prefers dark gets the others.

import (
	"fmt"
	"strings"
)

// colours are pairs of light and dark.
type colours struct{ light, dark string }

var (
	background = colours{"#ffffff", "#0d1117"}
	laneFill   = colours{"#f4f6f8", "#161b22"}
	ink        = colours{"#1f2328", "#e6edf3"}
	faint      = colours{"#656d76", "#9198a1"}
	control    = colours{"#8c959f", "#6e7681"}
	mipColour  = colours{MIPColour, "#b18cf5"}
	litColour  = colours{"#dd4a0a", "#ff8a4c"}
	badColour  = colours{BadColour, "#ff7b80"}
	badFill    = colours{BadFill, "#3a1518"}
)

// Colours of MIP edges and of violations, on light ground.
const (
	MIPColour = "#7950d2"
	BadColour = "#c4212f"
	BadFill   = "#fdecec"
)

// Colours returns those of nodes of a class, on light ground.
func (c Class) Colours() (fill, line string) {
	return classColours[c][0].light, classColours[c][1].light
}

// classColours are fill and stroke by class.
var classColours = [...][2]colours{
	Plain:         {{"#ffffff", "#1c232c"}, {"#57606a", "#8b949e"}},
	Tau:           {{"#ffffff", "#161b22"}, {"#c0c7ce", "#4a525c"}},
	Local:         {{"#e0f3e6", "#12351f"}, {"#3f9160", "#4fae76"}},
	Global:        {{"#e0edfd", "#10294a"}, {"#3a72bd", "#5b9bea"}},
	Communication: {{"#fdeecb", "#3d2c08"}, {"#b97e12", "#d9a13c"}},
	Site:          {{"#fffdf7", "#1d1a12"}, {"#c9a566", "#8a6a2c"}},
	End:           {{"#eceff2", "#21262d"}, {"#8c959f", "#6e7681"}},
	Initial:       {{"#24292f", "#e6edf3"}, {"#24292f", "#e6edf3"}},
	Final:         {{"#24292f", "#e6edf3"}, {"#24292f", "#e6edf3"}},
}

// removedStyle tells edges removed for different reasons apart, by colour and
// by dashes.
type removedStyle struct {
	colours
	dash string
	dot  string // the nearest style that Graphviz has
}

var removedStyles = [...]removedStyle{
	{colours{"#cf3f73", "#f27aa5"}, "7 4", "dashed"},
	{colours{"#0f8a7a", "#38c4b0"}, "2 4", "dotted"},
	{colours{"#a8741a", "#d8a657"}, "10 3 2 3", "dashed"},
	{colours{"#2f6fb7", "#6aa9ee"}, "14 5", "dashed"},
	{colours{"#5f7d12", "#9dbb4a"}, "6 2 1 2", "dotted"},
}

// MaxRules is how many reasons for the removal of edges a drawing can tell
// apart.
const MaxRules = len(removedStyles)

const FontFamily = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

// StyleSheet returns the CSS that pictures rely on; WriteSVG puts it in, unless it
// is left to the page around the picture.
func StyleSheet() string {
	var light, dark strings.Builder
	rule := func(selector, property string, c colours) {
		fmt.Fprintf(&light, "%s{%s:%s}\n", selector, property, c.light)
		fmt.Fprintf(&dark, "%s{%s:%s}", selector, property, c.dark)
	}
	fmt.Fprintf(&light, ".fl text{font-family:%s;font-size:%gpx}\n", FontFamily, FontSize)
	light.WriteString(".fl .head,.fl .title{font-weight:600}.fl .head{font-size:14px}.fl .title{font-size:15px}\n" +
		".fl .mid{text-anchor:middle}.fl .end{text-anchor:end}\n" +
		".fl path,.fl line{fill:none}.fl .c{stroke-width:1.3}.fl .m,.fl .x,.fl .p{stroke-width:1.3}.fl .p{stroke-dasharray:1 4;stroke-linecap:round}\n" +
		".fl .n.focus rect,.fl .n.focus circle{stroke-width:3}.fl .cable .x{opacity:.6}.fl .cable:hover path{opacity:1}.fl .cable path:hover{stroke-width:inherit}\n" +
		".fl .hop{opacity:.55;stroke-width:1.1}.fl .many{opacity:.5}.fl .crowd{opacity:.25}\n" +
		".fl .n rect,.fl .n circle,.fl .n ellipse{stroke-width:1.3}.fl .site rect{stroke-dasharray:4 3}\n" +
		".fl .lit{stroke-width:2.6;opacity:1}.fl .n.lit rect,.fl .n.lit circle{stroke-width:2.6}\n" +
		".fl path:hover{stroke-width:3;opacity:1}.fl .silent text{opacity:.7}\n")
	rule(".fl .bg", "fill", background)
	rule(".fl .lane", "fill", laneFill)
	rule(".fl text", "fill", ink)
	rule(".fl .note", "fill", faint)
	rule(".fl .c,.fl .life", "stroke", control)
	rule(".fl .ac,.fl .joint", "fill", control)
	rule(".fl .m", "stroke", mipColour)
	rule(".fl .am", "fill", mipColour)
	rule(".fl .p", "stroke", classColours[Communication][1])
	rule(".fl .tm", "fill", mipColour)
	rule(".fl .tp", "fill", classColours[Communication][1])
	rule(".fl .gone", "fill", faint)
	rule(".fl .split", "stroke", control)
	rule(".fl .cell", "fill", control)
	rule(".fl .cell.some", "fill", mipColour)
	rule(".fl .cell.meets", "fill", classColours[Communication][1])
	for i, s := range removedStyles {
		fmt.Fprintf(&light, ".fl .x%d{stroke-dasharray:%s}\n", i, s.dash)
		rule(fmt.Sprintf(".fl .x%d", i), "stroke", s.colours)
		rule(fmt.Sprintf(".fl .ax%d,.fl .tx%d", i, i), "fill", s.colours)
	}
	for c := Class(0); int(c) < len(classColours); c++ {
		shapes := fmt.Sprintf(".fl .%s rect,.fl .%s circle", c, c)
		rule(shapes, "fill", classColours[c][0])
		rule(shapes, "stroke", classColours[c][1])
	}
	rule(".fl .tau circle", "fill", classColours[Tau][1])
	rule(".fl .tau text,.fl .site text,.fl .end text", "fill", faint)
	rule(".fl .initial text,.fl .final text", "fill", background)
	rule(".fl .c.lit,.fl .m.lit,.fl .x.lit,.fl .n.lit rect,.fl .n.lit circle", "stroke", litColour)
	rule(".fl .al,.fl .badge circle,.fl .badge rect", "fill", litColour)
	rule(".fl .badge text", "fill", background)
	rule(".fl .bad .n rect", "stroke", badColour)
	rule(".fl .bad .n text", "fill", badColour)
	rule(".fl .bad .n rect,.fl .ill rect", "fill", badFill)
	rule(".fl .ill rect,.fl .ill path", "stroke", badColour)
	rule(".fl .ill text,.fl .aw", "fill", badColour)
	rule(".fl .faint rect", "fill", classColours[End][0])
	rule(".fl .dot.begin", "fill", control)
	light.WriteString(".fl .open rect{stroke-dasharray:5 3}.fl .edge.ill path{stroke-width:2}\n")
	rule(".fl .msg", "stroke", classColours[Communication][1])
	rule(".fl .aj,.fl .dot", "fill", classColours[Communication][1])
	light.WriteString(".fl .msg{stroke-width:1.8}.fl .sent{stroke-width:1.5;opacity:.8}.fl .pending{stroke-dasharray:4 3}.fl .hit{fill:none;pointer-events:all}.fl .again rect{stroke-dasharray:2 2;fill-opacity:.45}.fl .times{font-size:10px}.fl .over{paint-order:stroke;stroke-width:4px}\n")
	rule(".fl .over", "stroke", background)
	light.WriteString(".fl .frame{fill:none;stroke-width:1.4}.fl .tag{stroke-width:1.4}\n")
	rule(".fl .frame,.fl .tag", "stroke", faint)
	rule(".fl .tag", "fill", laneFill)
	light.WriteString(".fl .badge text{font-size:10px;font-weight:600}\n")
	return light.String() + "@media (prefers-color-scheme:dark){" + dark.String() + "}\n"
}
