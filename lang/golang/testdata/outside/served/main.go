// Program served waits for requests, while a goroutine waits for a lock that it holds itself. The context ends when
// the server does, so for it the worker may wait.
package main

import (
	"context"
	"net/http"
	"sync"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { <-ctx.Done() }()
	var mu sync.Mutex
	go func() {
		mu.Lock()
		mu.Lock()
	}()
	http.ListenAndServe(":8080", nil)
}
