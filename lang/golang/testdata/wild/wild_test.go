package wild

import "testing"

func TestTester(t *testing.T) {
	s := &tester{}
	s.Init()
	s.Step()
	<-s.c
}
