package roots

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/lang/golang"
)

func turn(t *testing.T, s *Session, limit time.Duration) (time.Duration, func()) {
	t.Helper()
	ctx := t.Context()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		t.Cleanup(cancel)
	}
	ctx, end := s.Turn(ctx, "")
	at, limited := ctx.Deadline()
	if !limited {
		return 0, end
	}
	return time.Until(at), end
}

// Roots share the time: no turn is too long or too short, and what is not needed is for others. A turn is three
// quarters of a share.
func TestTurn(t *testing.T) {
	s := session(true)
	s.pace.left = 99
	first, end := turn(t, s, 0)
	if end(); first < 225*time.Millisecond || first > 301*time.Millisecond {
		t.Errorf("the first of 100 has %v", first)
	}
	s.pace.left = 3
	if d, _ := turn(t, s, 0); d < 6*time.Second || d > mostTurn {
		t.Errorf("one of four has %v", d)
	}
	s.pace.until = time.Now()
	d, end := turn(t, s, 0)
	if d > 0 {
		t.Errorf("without time left, a turn has %v", d)
	}
	if end(); len(s.pace.cut) != 1 || len(s.Hurried().All) != 1 {
		t.Errorf("%d were cut", len(s.pace.cut))
	}
	s.pace.cut = []share{{"a.F.tfg", 0}, {"a.G.tfg", 0}, {"a.H.tfg", 0}, {"a.I.tfg", 0}, {"a.J.tfg", 0}}
	if got := s.Hurried().All[0].Message; !strings.HasSuffix(got, "40 seconds (a.F, a.G, a.H, and 2 more)") {
		t.Error(got)
	}
	s.pace.cut = nil
	if d, _ := turn(t, s, time.Hour); d < 10*time.Minute || d > 12*time.Minute {
		t.Errorf("with a limit of an hour, one of four has %v", d)
	}
	s.pace.left = 0
	if d, _ := turn(t, s, time.Hour); d < 40*time.Minute {
		t.Errorf("with a limit of an hour, the last one has %v", d)
	}
}

// Where the time is not shared, there is no limit but that of the flag; an interrupt is no turn that was too short.
func TestTurnAlone(t *testing.T) {
	s := session(false)
	if d, _ := turn(t, s, 0); d != 0 {
		t.Errorf("%v", d)
	}
	s = session(true)
	ctx, stop := context.WithCancel(t.Context())
	_, end := s.Turn(ctx, "")
	stop()
	if end(); len(s.pace.cut) != 0 || len(s.Hurried().All) != 0 {
		t.Errorf("%d were cut", len(s.pace.cut))
	}
}

// What roots have left over is for those that were cut short, if each can have twice as much as before.
func TestAgain(t *testing.T) {
	s := session(true)
	s.pace.rest = map[string]bool{}
	s.pace.until = time.Now().Add(10 * time.Second)
	s.pace.cut = []share{{"long", 6 * time.Second}, {"late", 3 * time.Second}, {"short", time.Second}}
	if got := s.Again(t.Context()); !slices.Equal(got, []string{"short", "late"}) {
		t.Errorf("%v", got)
	}
	if s.pace.left != 2 {
		t.Errorf("%d are left", s.pace.left)
	}
	s.pace.left--                                                        // its turn begins
	if d, end := turn(t, s, 0); d < 3*time.Second || d > 4*time.Second { // three quarters of half the time
		t.Errorf("the first one has %v", d)
	} else {
		end()
	}
	s.pace.until = time.Now()
	if got := s.Again(t.Context()); len(got) > 0 {
		t.Errorf("without time left: %v", got)
	}
}

func session(shared bool) *Session {
	return &Session{opt: Options{Shared: shared}, programs: &golang.Programs{}}
}
