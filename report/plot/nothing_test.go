package plot

import (
	"bytes"
	"flavers/report/stats"
	"testing"
)

// Of no rows there is no plot: the time did not reach one.
func TestNothing(t *testing.T) {
	for _, format := range Formats {
		var b bytes.Buffer
		if err := Write(&b, &stats.Report{}, format); err != nil || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", format, err, b.Len())
		}
	}
}
