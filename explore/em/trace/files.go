package trace

import "path/filepath"

// Named reports whether a file is a trace by its name: trace.txt, or .trace.
func Named(file string) bool {
	return filepath.Base(file) == "trace.txt" || filepath.Ext(file) == ".trace"
}

// Beside is where the dependences of a trace are looked for: dependence.txt in
// its folder for trace.txt, else the trace's name with .dependence.
func Beside(file string) string {
	if filepath.Base(file) == "trace.txt" {
		return filepath.Join(filepath.Dir(file), "dependence.txt")
	}
	return file[:len(file)-len(filepath.Ext(file))] + ".dependence"
}
