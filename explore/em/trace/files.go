package trace

import "path/filepath"

// Named reports whether the name of a file is that of a trace: trace.txt, as the
// tool DroidRacer writes, or any name that ends with .trace.
func Named(file string) bool {
	return filepath.Base(file) == "trace.txt" || filepath.Ext(file) == ".trace"
}

// Beside returns the name of the file with the dependences of a trace: for
// trace.txt, dependence.txt in the same folder; for x.trace, x.dependence.
func Beside(file string) string {
	if filepath.Base(file) == "trace.txt" {
		return filepath.Join(filepath.Dir(file), "dependence.txt")
	}
	return file[:len(file)-len(filepath.Ext(file))] + ".dependence"
}
