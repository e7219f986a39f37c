package sim

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"flavers/internal/printable"
)

// Console is where a person types and reads.
type Console struct {
	Lines func(prompt string) (string, error) // for Options.Lines
	Out   io.Writer                           // for Options.Out
	Close func() error                        // makes the terminal what it was
}

// Open makes a console of two files. If in is a terminal, lines can be edited, earlier
// ones come back with the arrow keys, and Tab completes words; otherwise they are
// read as they are, and no prompt is written. The end of ctx ends the lines.
func Open(ctx context.Context, in io.Reader, out io.Writer, words []string) (*Console, error) {
	file, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return &Console{plainLines(ctx, in), out, func() error { return nil }}, nil
	}
	before, err := term.MakeRaw(int(file.Fd()))
	if err != nil {
		return nil, err
	}
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{file, out}, "")
	if width, height, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		t.SetSize(width, height) // without it lines are edited as on eighty columns
	}
	t.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' || pos != len(line) {
			return "", 0, false
		}
		line = complete(line, words)
		return line, len(line), true
	}
	read := awaited(ctx, func(prompt string) (string, error) {
		t.SetPrompt(prompt)
		return t.ReadLine()
	})
	return &Console{read, t, func() error { return term.Restore(int(file.Fd()), before) }}, nil
}

func plainLines(ctx context.Context, in io.Reader) func(string) (string, error) {
	scan := bufio.NewScanner(in)
	return awaited(ctx, func(string) (string, error) {
		if !scan.Scan() {
			return "", cmp.Or(scan.Err(), io.EOF)
		}
		return scan.Text(), nil
	})
}

// awaited reads a line, unless ctx ends before it comes.
func awaited(ctx context.Context, read func(prompt string) (string, error)) func(string) (string, error) {
	type line struct {
		text string
		err  error
	}
	return func(prompt string) (string, error) {
		got := make(chan line, 1)
		go func() {
			text, err := read(prompt)
			got <- line{text, err}
		}()
		select {
		case l := <-got:
			return printable.Line(l.text), l.err
		case <-ctx.Done():
			return "", io.EOF
		}
	}
}

// complete adds to the last word of a line what all words that begin so have in common.
func complete(line string, words []string) string {
	head, last := "", line
	if i := strings.LastIndexByte(line, ' '); i >= 0 {
		head, last = line[:i+1], line[i+1:]
	}
	common, found := "", 0
	for _, w := range words {
		switch {
		case !strings.HasPrefix(w, last):
		case found == 0:
			common, found = w, 1
		default:
			found++
			for !strings.HasPrefix(w, common) {
				common = common[:len(common)-1]
			}
		}
	}
	if found == 0 {
		return line
	}
	if found == 1 {
		common += " "
	}
	return head + common
}
