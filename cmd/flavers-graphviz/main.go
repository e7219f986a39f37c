// Command flavers-graphviz draws a graph: DOT on standard input, a picture on standard output.
//
//	flavers-graphviz --layout sfdp --format png <graph.dot >graph.png
//
// It is Graphviz, compiled to WebAssembly, by way of github.com/goccy/go-graphviz. It is a program of its own
// because of what that package does to a program that imports it: it compiles the module whenever the program
// starts, works for one goroutine at a time, and cannot be stopped. A process of its own can be: render/external
// starts one for each picture, bounds its time and its memory, and kills it. Package private keeps the native code
// out of the shared temporary directory.
//
// Exit status: 0 the picture is written, 1 there is none and standard error says why, in one line, 2 the command
// line is wrong.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-graphviz"
	"github.com/spf13/pflag"

	"flavers/cmd/flavers-graphviz/internal/private"
)

// layouts and formats are what the flags accept. Graphviz has more layouts; these are those for graphs of states
// and steps. go-graphviz writes no PDF.
var (
	layouts = []string{"dot", "neato", "fdp", "sfdp", "circo"}
	formats = []string{"svg", "png"}
)

func main() {
	status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	private.Remove()
	os.Exit(status)
}

// run returns the command, and returns its exit status.
func run(args []string, in io.Reader, out, complaints io.Writer) int {
	flags := pflag.NewFlagSet("flavers-graphviz", pflag.ContinueOnError)
	flags.SetOutput(complaints)
	layout := flags.StringP("layout", "K", "dot", "the `layout`: "+strings.Join(layouts, ", "))
	format := flags.StringP("format", "T", "svg", "the `format` of the picture: "+strings.Join(formats, ", "))
	flags.Usage = func() {
		fmt.Fprint(complaints, "flavers-graphviz draws a graph: DOT on standard input, a picture on standard output.\n\n",
			flags.FlagUsages())
	}
	wrong := flags.Parse(args)
	switch {
	case errors.Is(wrong, pflag.ErrHelp):
		return 0
	case wrong != nil:
	case flags.NArg() > 0:
		wrong = errors.New("there are no arguments: the graph is read from standard input")
	case !slices.Contains(layouts, *layout):
		wrong = fmt.Errorf("--layout %s: there are %s", *layout, strings.Join(layouts, ", "))
	case !slices.Contains(formats, *format):
		wrong = fmt.Errorf("--format %s: there are %s", *format, strings.Join(formats, ", "))
	}
	if wrong != nil {
		fmt.Fprintf(complaints, "flavers-graphviz: %v\n", wrong)
		return 2
	}
	text, err := io.ReadAll(in)
	var picture []byte
	if err == nil {
		picture, err = draw(text, *layout, *format)
	}
	if err == nil {
		_, err = out.Write(picture)
	}
	if err != nil {
		fmt.Fprintf(complaints, "flavers-graphviz: %s\n", line(err))
		return 1
	}
	return 0
}

// line returns an error in one line.
func line(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// draw makes the picture of the first graph of text. A panic, as of a trap in the module, is an error.
func draw(text []byte, layout, format string) (picture []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("Graphviz failed: %v", p)
		}
	}()
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, errors.New("the graph has a zero byte: it is not DOT")
	}
	ctx := context.Background()
	g, err := graphviz.New(ctx)
	if err != nil {
		return nil, err
	}
	graphviz.SetFileSystem(noFiles{})
	graphviz.SetFontLoader(loadFont)
	graph, err := graphviz.ParseBytes(text)
	if err != nil {
		return nil, err
	}
	if graph == nil { // for text without a graph there is no error
		return nil, errors.New("the input has no graph")
	}
	first, err := graph.FirstNode()
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, errors.New("the graph has no nodes: there is nothing to draw")
	}
	if err := useKnownFonts(graph); err != nil {
		return nil, err
	}
	if layout != "dot" { // the others place nodes on one another, and lines across nodes, unless told not to
		graph.SafeSet("overlap", "false", "")
		graph.SafeSet("splines", "true", "")
	}
	var out bytes.Buffer
	g.SetLayout(graphviz.Layout(layout))
	if err := g.Render(ctx, graph, graphviz.Format(format), &out); err != nil {
		return nil, err
	}
	return out.Bytes(), checkWhole(out.Bytes(), format)
}

// checkWhole returns an error if a picture is cut short: Graphviz may fail without saying so.
func checkWhole(picture []byte, format string) error {
	begin, end := "<?xml", "</svg>"
	if format == "png" {
		begin, end = "\x89PNG", "IEND\xaeB`\x82"
	}
	text := bytes.TrimRight(picture, "\n")
	if !bytes.HasPrefix(text, []byte(begin)) || !bytes.HasSuffix(text, []byte(end)) {
		return fmt.Errorf("Graphviz wrote %d bytes that are not a whole picture", len(picture))
	}
	return nil
}

// noFiles is what a graph may read: nothing. Images that DOT names would be files of whoever draws it.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
