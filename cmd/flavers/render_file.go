package main

// flavers render: what is written, by the extension of the file.

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"flavers/internal/codes"
	"flavers/render"
	"flavers/render/external"
	"flavers/render/page"
)

// pictureFormat returns the format that a file's name asks for.
func pictureFormat(name string) (string, error) {
	if name == stdin {
		return "svg", nil
	}
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	switch ext {
	case "svg", "dot", "png", "html":
		return ext, nil
	case "gv":
		return "dot", nil
	case "htm":
		return "html", nil
	}
	return "", fmt.Errorf("-o %s: the extension says what to write: .svg, .dot, .png or .html", name)
}

// encode turns an SVG picture into a format; nil after an error in in.list.
func (a *app) encode(ctx context.Context, in *inputs, format, title string,
	write func(w io.Writer, opt render.SVGOptions) error) ([]byte, error) {
	var svg, b bytes.Buffer
	if err := write(&svg, render.SVGOptions{Inline: format == "html"}); err != nil {
		return nil, err
	}
	switch format {
	case "html":
		err := page.Write(&b, title, svg.Bytes())
		return b.Bytes(), err
	case "png":
		out, err := external.PNG(ctx, svg.Bytes())
		if err != nil {
			in.list.Errorf(noPos, codes.Engine, "%v", err).
				WithHint("write .svg, which needs no other program; or use --engine graphviz")
			return nil, nil
		}
		return out, nil
	}
	return svg.Bytes(), nil
}
