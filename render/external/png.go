package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
)

// PNG turns an SVG picture into PNG by rsvg-convert, which installations of
// Graphviz that can write PNG usually come with.
func PNG(ctx context.Context, svg []byte) ([]byte, error) {
	path, err := exec.LookPath("rsvg-convert")
	if err != nil {
		return nil, errors.New("PNG needs another program, rsvg-convert, which the package librsvg2-bin of Debian has; " +
			"SVG needs none")
	}
	out, err := run(ctx, svg, Limits{}, path, "--format", "png", "--zoom", "2")
	if err != nil {
		return nil, fmt.Errorf("rsvg-convert: %w", err)
	}
	return out, nil
}

// Element leaves out what comes before the <svg> element.
func Element(svg []byte) []byte {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		return svg[i:]
	}
	return svg
}

// Dark has a picture with colours of its own, black on white, turn to light on dark where the viewer prefers that: hues
// stay what they are.
func Dark(svg []byte) []byte {
	begin := bytes.Index(svg, []byte("<svg"))
	if begin < 0 {
		return svg
	}
	end := bytes.IndexByte(svg[begin:], '>')
	if end < 0 {
		return svg
	}
	end += begin + 1
	return slices.Concat(svg[:end], []byte("\n<style>"+darkStyle+"</style>"), svg[end:])
}

// darkStyle is what Dark adds.
const darkStyle = "@media (prefers-color-scheme:dark){svg{color-scheme:dark;filter:invert(.93) hue-rotate(180deg)}}"
