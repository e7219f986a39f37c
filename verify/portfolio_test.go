package verify

import (
	"os"
	"strings"
	"testing"
)

// docs/manual.md names each strategy of the portfolio as reports do, and each explorer with turns.
func TestStrategiesAreInTheManual(t *testing.T) {
	text, err := os.ReadFile("../docs/manual.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := strings.ToLower(string(text))
	var methods []string
	for i := range portfolio {
		methods = append(methods, portfolio[i].method)
	}
	for i := range explorers {
		methods = append(methods, explorers[i].method)
	}
	for _, method := range methods {
		if method != "" && !strings.Contains(manual, "*"+method+"*") {
			t.Errorf("docs/manual.md does not have *%s*: add it to the methods in its section about deadlock, or to the "+
				"explorers that take turns with stages", method)
		}
	}
}
