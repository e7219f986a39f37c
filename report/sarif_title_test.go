package report

import (
	"strings"
	"testing"
)

// TestSARIFTitles: a rule is called by the first sentence of what its code
// means, and by the code where that is not known.
func TestSARIFTitles(t *testing.T) {
	text, _ := sarifOf(t, mixed(), SARIFOptions{Explain: func(string) string { return "a title, e.g.this one. And more.\nMore" }})
	if !strings.Contains(text, `"text": "a title, e.g.this one"`) || strings.Contains(text, "diagnostic F301") {
		t.Errorf("no title:\n%s", text)
	}
	if text, _ = sarifOf(t, mixed(), SARIFOptions{}); !strings.Contains(text, `"text": "diagnostic F301"`) {
		t.Errorf("without explanations:\n%s", text)
	}
}
