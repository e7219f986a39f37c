package trans

import "slices"

// order sorts the messages that can be delivered, given in the order in which
// they were sent; equal ones stay in that order.
type order uint8

const (
	fifo order = iota // receivers by their oldest message
	eca               // earliest created actor first
	lca               // latest created actor first
)

var orders = []string{"fifo", "eca", "lca"}

// sort orders messages in place; to gives their receivers.
func (o order) sort(list []msgID, to func(msgID) actorID) {
	switch o {
	case eca:
		slices.SortStableFunc(list, func(a, b msgID) int { return int(to(a) - to(b)) })
	case lca:
		slices.SortStableFunc(list, func(a, b msgID) int { return int(to(b) - to(a)) })
	default:
		for i := 0; i < len(list); { // bring the messages for the receiver of list[i] to it
			r := to(list[i])
			for j, k := i, i; ; j++ {
				if j == len(list) {
					i = k
					break
				}
				if m := list[j]; to(m) == r {
					copy(list[k+1:j+1], list[k:j])
					list[k] = m
					k++
				}
			}
		}
	}
}
