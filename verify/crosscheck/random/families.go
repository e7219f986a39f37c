package random

import "flavers/internal/gen"

// This file lists the families of random programs. A family has a generator of package gen,
// which reads a list of choices, one byte each, and writes a program. The tests of package
// crosscheck use the same generators and streams.

// family is a set of random programs, one for each list of choices.
type family struct {
	name   string
	stream uint64 // selects the random numbers of the choices: every family has its own
	most   int    // choices of one program at most
	write  func(number uint64, choices []byte) string
}

// mixed returns the family of programs that mix constructs: number selects which ones.
func mixed() family {
	return family{"mixed", 50, 160, func(number uint64, choices []byte) string {
		return gen.Mixed(number, gen.Mixtures(), choices)
	}}
}

// families returns the families whose programs are each about one construct.
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
