package wild

// Requests that have a channel for the answer, and are sent by value.

type request struct {
	body   string
	answer chan bool
}

// BugAcks does not answer a request without a body, and takes the next one: nobody has the channel any more.
type BugAcks struct{ in chan request }

func NewBugAcks() *BugAcks {
	b := &BugAcks{in: make(chan request)}
	go b.serve()
	return b
}

func (b *BugAcks) serve() {
	for r := range b.in {
		if r.body == "" {
			continue
		}
		r.answer <- true
	}
}

func (b *BugAcks) Send(s string) bool {
	r := request{s, make(chan bool)}
	b.in <- r
	return <-r.answer
}

// RightAcks answers each request.
type RightAcks struct{ in chan request }

func NewRightAcks() *RightAcks {
	b := &RightAcks{in: make(chan request)}
	go b.serve()
	return b
}

func (b *RightAcks) serve() {
	for r := range b.in {
		r.answer <- r.body != ""
	}
}

func (b *RightAcks) Send(s string) bool {
	r := request{s, make(chan bool)}
	b.in <- r
	return <-r.answer
}

// RightCouples answers a request when the next one has come, which it keeps until then in a variable of a function.
type RightCouples struct{ in chan request }

func NewRightCouples() *RightCouples {
	b := &RightCouples{in: make(chan request)}
	go b.serve()
	return b
}

func (b *RightCouples) serve() {
	for {
		first := <-b.in
		second := <-b.in
		first.answer <- true
		second.answer <- true
	}
}

func (b *RightCouples) Send(s string) bool {
	r := request{s, make(chan bool)}
	b.in <- r
	return <-r.answer
}

// RightBatches answers all requests of a list, which it keeps in a field, when there are two.
type RightBatches struct {
	in      chan request
	pending []request
}

func NewRightBatches() *RightBatches {
	b := &RightBatches{in: make(chan request)}
	go b.serve()
	return b
}

func (b *RightBatches) serve() {
	for r := range b.in {
		b.pending = append(b.pending, r)
		if len(b.pending) < 2 {
			continue
		}
		for _, p := range b.pending {
			p.answer <- true
		}
		b.pending = nil
	}
}

func (b *RightBatches) Send(s string) bool {
	r := request{s, make(chan bool)}
	b.in <- r
	return <-r.answer
}
