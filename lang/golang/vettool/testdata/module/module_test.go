package module

import "testing"

func TestClose(t *testing.T) {
	c := make(chan int)
	close(c)
	close(c)
}
