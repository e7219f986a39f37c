package families

import (
	"fmt"
	"strings"
)

// Names lists the names of the explorers, in the order of All.
func Names() []string {
	var names []string
	for _, x := range All() {
		names = append(names, x.Name)
	}
	return names
}

// Table has a line for each explorer, for help: its name, and what it does, wrapped at 80
// columns.
func Table() string {
	width := 0
	for _, name := range Names() {
		width = max(width, len(name))
	}
	var b strings.Builder
	for _, x := range All() {
		short := x.Short
		if x.Name == "optimal" {
			short += " (the default)"
		}
		indent := strings.Repeat(" ", 4+width)
		line := fmt.Sprintf("  %-*s ", width, x.Name)
		for _, word := range strings.Fields(short) {
			if len(line)+1+len(word) > 80 {
				b.WriteString(line + "\n")
				line = indent[1:]
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
