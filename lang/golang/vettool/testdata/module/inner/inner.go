// Package inner has no root with a mistake.
package inner

func Wait(c chan int) { <-c }
