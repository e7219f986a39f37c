package roots

import (
	"context"
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
	if end(); s.pace.cut != 1 || len(s.Hurried().All) != 1 {
		t.Errorf("%d were cut", s.pace.cut)
	}
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
	if end(); s.pace.cut != 0 || len(s.Hurried().All) != 0 {
		t.Errorf("%d were cut", s.pace.cut)
	}
}

func session(shared bool) *Session {
	return &Session{opt: Options{Shared: shared}, programs: &golang.Programs{}}
}
