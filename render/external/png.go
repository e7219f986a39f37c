package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// PNG turns an SVG picture into PNG by rsvg-convert, which installations of
// Graphviz that can write PNG usually come with.
func PNG(ctx context.Context, svg []byte) ([]byte, error) {
	path, err := exec.LookPath("rsvg-convert")
	if err != nil {
		return nil, errors.New("PNG needs an installed program: rsvg-convert for this layout, or Graphviz for its own")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--format", "png", "--zoom", "2")
	cmd.Stdin = bytes.NewReader(svg)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("rsvg-convert failed: %v %s", err, strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// Element leaves out what comes before the <svg> element.
func Element(svg []byte) []byte {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		return svg[i:]
	}
	return svg
}
