package form

// Count is a counter that only one explorer has.
type Count struct {
	Name  string // its key: lower case, words joined by _
	What  string // for people
	Value int64
}

// Counts is a list of counters. In JSON it is an object, with the keys in the order of the list.
type Counts []Count

// MarshalJSON writes the object: {"graphs":12,"yes_nodes":40}.
func (c Counts) MarshalJSON() ([]byte, error) {
	var names []string
	for _, k := range c {
		names = append(names, k.Name)
	}
	return Object(names, func(i int) int64 { return c[i].Value })
}
