package trans

import "slices"

// order is an order of preference of the messages that can be delivered, one of
// those compared by Lauterburg et al., FASE 2010. It decides which receiver goes
// first; messages for one receiver stay in the order in which they were sent.
type order uint8

const (
	fifo order = iota // receivers by their oldest message
	eca               // earliest created actor first
	lca               // latest created actor first
)

// orders has the names of the orders.
var orders = []string{"fifo", "eca", "lca"}

// sort sorts messages, which are in the order of sending, in place. The function to returns the receiver of a message.
func (o order) sort(list []msgID, to func(msgID) actorID) {
	switch o {
	case eca:
		slices.SortStableFunc(list, func(a, b msgID) int { return int(to(a) - to(b)) })
	case lca:
		slices.SortStableFunc(list, func(a, b msgID) int { return int(to(b) - to(a)) })
	default:
		// Bring all messages for the receiver of list[i] to list[i], list[i+1], and so on.
		for i := 0; i < len(list); {
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
