package random

import "flavers/internal/gen"

// This file lists the families of random programs. The tests of package crosscheck take the same.

// family is programs about one construct.
type family struct {
	name   string
	stream uint64 // of the random numbers: families differ in theirs
	most   int    // choices
	write  func(number uint64, choices []byte) string
}

// mixed is programs of all constructs, a few of them in each.
func mixed() family {
	return family{"mixed", 50, 160, func(number uint64, choices []byte) string {
		return gen.Mixed(number, gen.Mixtures(), choices)
	}}
}

func families() []family {
	of := func(name string, stream uint64, write func([]byte) string) family {
		return family{name, stream, 120, func(_ uint64, choices []byte) string { return write(choices) }}
	}
	return []family{
		of("lengths of buffers", 54, gen.Lengths),
		of("channels as values", 55, gen.Passed),
		of("values that are passed on", 63, gen.Copied),
		of("messages of several fields", 58, gen.Tuples),
		of("closed channels", 66, gen.Sync),
		of("wait groups and conditions", 67, gen.Groups),
		of("loops in one step", 62, gen.Steps),
	}
}
