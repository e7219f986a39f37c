package returned

// What a call takes from a channel only after it has sent to it itself helps nobody who waits to send, and the reverse.

// Shared: a call of Read that fails keeps its place. Write gives back only what it has taken itself.
type Shared struct{ places chan struct{} }

func NewShared() *Shared { return &Shared{places: make(chan struct{}, 1)} }

func (b *Shared) Read(fail bool) {
	b.places <- struct{}{}
	if fail {
		return
	}
	<-b.places
}

func (b *Shared) Write() {
	b.places <- struct{}{}
	<-b.places
}

// Tokens is the same with tokens that are taken first.
type Tokens struct{ tokens chan struct{} }

func NewTokens() *Tokens {
	b := &Tokens{tokens: make(chan struct{}, 1)}
	b.tokens <- struct{}{}
	return b
}

func (b *Tokens) Read(fail bool) {
	<-b.tokens
	if fail {
		return
	}
	b.tokens <- struct{}{}
}

func (b *Tokens) Write() {
	<-b.tokens
	b.tokens <- struct{}{}
}

// Picked sends in a select.
type Picked struct{ places, other chan struct{} }

func NewPicked() *Picked {
	return &Picked{places: make(chan struct{}, 1), other: make(chan struct{})}
}

func (b *Picked) Read(fail bool) {
	b.places <- struct{}{}
	if fail {
		return
	}
	<-b.places
}

func (b *Picked) Write() {
	select {
	case b.places <- struct{}{}:
		<-b.places
	case <-b.other:
	}
}

// Swapped has a method that may take a place without having one.
type Swapped struct{ places chan struct{} }

func NewSwapped() *Swapped { return &Swapped{places: make(chan struct{}, 1)} }

func (b *Swapped) Read(fail bool) {
	b.places <- struct{}{}
	if fail {
		return
	}
	<-b.places
}

func (b *Swapped) Swap(take bool) {
	if !take {
		b.places <- struct{}{}
	}
	<-b.places
}

// Rotated takes from one of its channels after it has sent to another one: what made them is one place.
type Rotated struct{ places [2]chan struct{} }

func NewRotated() *Rotated {
	b := &Rotated{}
	for i := range b.places {
		b.places[i] = make(chan struct{}, 1)
	}
	return b
}

func (b *Rotated) Put() { b.places[0] <- struct{}{} }

func (b *Rotated) Rotate() {
	b.places[1] <- struct{}{}
	<-b.places[0]
}
