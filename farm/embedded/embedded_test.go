package embedded

import (
	"strings"
	"testing"
)

// What goes wrong in a server is noted once, and what ends with its next start says so.
func TestLogger(t *testing.T) {
	var said []string
	l := &logger{note: func(text string) { said = append(said, text) }, said: map[string]bool{}}
	for range 2 {
		l.Errorf("JetStream stream '%s' critical write error: no space left on device", "JOBS")
		l.Errorf("TLS handshake error: of one connection")
		l.Errorf("Filestore [%s] Critical write error: no space left on device", "JOBS")
	}
	l.Warnf("nothing")
	if len(said) != 2 || !strings.Contains(said[0], "start the server again") || strings.Contains(said[1], "start") {
		t.Errorf("%q", said)
	}
}
