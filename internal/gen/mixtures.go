package gen

// Mixtures of constructs: in a program with all of them, few meet. Tests of explorers
// and of the whole take these lists, so that a construct is added in one place.

// TaskMixtures are those of tasks, without messages; 0 stands for All.
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

// Mixtures are those of all constructs.
func Mixtures() []Features {
	return append(TaskMixtures(),
		Messages|Shared|Choice,
		Messages|Spawn|Control|Faults,
	)
}

// FamilyMixtures are of families of tasks, which may be interchangeable.
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

// Mixed is a program of one of the mixtures: seeds that follow each other differ in
// size, then in the mixture.
func Mixed(seed uint64, of []Features, data []byte) string {
	return Options{Size: 1 + int(seed%5), Features: of[seed/5%uint64(len(of))]}.Program(data)
}
