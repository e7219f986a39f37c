// Package page puts one picture into an HTML page in which it can be moved and
// enlarged. It needs no network.
package page

import (
	_ "embed"
	"fmt"
	"io"

	"flavers/render"
)

//go:embed panzoom.js
var panZoom string

//go:embed page.css
var pageCSS string

// PanZoom returns the script of pages with pictures: every element of class "view"
// with an SVG in it can be dragged, scrolled, enlarged and moved by keys.
func PanZoom() string { return panZoom }

// Write writes an HTML page with a title and an SVG picture (as WriteSVG
// writes it with Inline, or as Graphviz does).
func Write(w io.Writer, title string, svg []byte) error {
	_, err := fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>%s</title>
<style>
%s%s</style>
</head>
<body>
<div class="view whole" tabindex="0" aria-label="picture: drag or arrow keys move it, + and - change its size, 0 shows all of it">
%s</div>
<p class="hint">drag or arrow keys: move · wheel, + and −: size · 0: all of it · click a node: what it is joined to</p>
<script>
%s</script>
</body>
</html>
`, render.Escape(title), render.StyleSheet(), pageCSS, svg, panZoom)
	return err
}
