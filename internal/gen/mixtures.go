package gen

// This file has mixtures of features. In a program with all constructs, few of them
// interact, so tests take mixtures of a few. Tests of explorers and of the whole use
// these lists, so that a construct is added in one place.

// TaskMixtures lists mixtures without messages; 0 stands for All.
func TaskMixtures() []Features {
	return []Features{
		0,
		Shared | Locks | Atomic | Arrays | Control,
		Channels | Select | Choice,
		Rendezvous | Families | Select | Shared,
		Monitors | Semaphores | Shared | Faults,
		RWLocks | Shared | Spawn | Choice,
		Shared | Spawn | Locks | Control,
		Rendezvous | Select | Spawn | Channels,
		Shared | Choice,
	}
}

// Mixtures lists mixtures with and without messages.
func Mixtures() []Features {
	return append(TaskMixtures(),
		Messages|Shared|Choice,
		Messages|Spawn|Control|Faults,
	)
}

// FamilyMixtures lists mixtures with families of tasks, which may be interchangeable.
func FamilyMixtures() []Features {
	return []Features{
		Families | Shared | Locks | Control,
		Families | Rendezvous | Select | Shared,
		Families | Monitors | Semaphores | Faults,
		Families | RWLocks | Arrays | Shared | Faults,
		Families | Channels | Choice | Arrays,
		Families | Messages | Shared | Choice,
	}
}

// Mixed returns a program of one of the mixtures in of. Five consecutive seeds have the same
// mixture, with one to five fragments at top level.
func Mixed(seed uint64, of []Features, data []byte) string {
	return Options{Size: 1 + int(seed%5), Features: of[seed/5%uint64(len(of))]}.Program(data)
}
