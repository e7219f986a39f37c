package cfg

import (
	"maps"
	"testing"
)

// Words are those of tasks, variables, values and constants; one in two spellings is none.
func TestSpelling(t *testing.T) {
	p := &Program{
		Tasks:     []Task{{Name: "Phil(0)"}, {Name: "Phil(1)"}},
		Vars:      []Var{{Name: "Host.Seated"}, {Name: "HOST.At", Type: Type{Kind: EnumType, Names: []string{"Home"}}}},
		Objects:   []Object{{Name: "Fork(0).Up"}},
		Constants: map[string]int64{"N": 3},
	}
	if got := p.Spelling(); got != nil {
		t.Errorf("case matters: %v", got)
	}
	p.AnyCase = true
	want := map[string]string{"phil": "Phil", "0": "0", "1": "1", "seated": "Seated", "at": "At", "home": "Home",
		"fork": "Fork", "up": "Up", "n": "N"}
	if got := p.Spelling(); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
