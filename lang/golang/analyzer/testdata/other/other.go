package other

func Take(c chan int) { <-c }

type Locker[T any] struct{ c chan T }

// Generic functions have bodies where they are instantiated.
func make1[T any](v T) chan T {
	c := make(chan T)
	c <- v // want `deadlock: Instance waits at .* for ever in other.Instance`
	return c
}

func Instance() { <-make1(1) }
