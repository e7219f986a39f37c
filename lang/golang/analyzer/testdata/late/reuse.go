package late

import "sync"

// Reuse adds to a wait group while a goroutine waits that the last Done has let go.
func Reuse() {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Wait()
	wg.Done()
	wg.Add(1) // want `wait group misuse: add wg.1., before the wait .* in late.Reuse`
	wg.Done()
}
