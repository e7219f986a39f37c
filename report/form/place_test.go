package form

import (
	"fmt"
	"testing"
)

func TestPlace(t *testing.T) {
	for pos, want := range map[string]string{
		"a.tfg:3:4": "a.tfg 3 4", "a.tfg:3": "a.tfg 3 0", "a.tfg": "a.tfg 0 0", "": " 0 0", "-": " 0 0",
		"C:\\x.tfg:1:2": "C:\\x.tfg 1 2", "a:b:7:8": "a:b 7 8", "a:0:1": "a:0 1 0", "a:x:1": "a:x 1 0",
	} {
		p := Place(pos)
		if got := fmt.Sprint(p.Filename, " ", p.Line, " ", p.Column); got != want {
			t.Errorf("%s: %s, want %s", pos, got, want)
		}
	}
}
