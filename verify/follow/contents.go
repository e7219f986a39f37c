package follow

import (
	"fmt"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/sem"
)

// This file says of an execution what locks, semaphores, channels, mailboxes
// and queues hold after each step, and which steps pass messages on.

// Contents is what each synchronisation object that an execution uses holds, for
// people: a row of Values for each of the Objects ("lock door", "queue main"),
// with len(schedule)+1 entries, the first before any step. The order is that of
// the program. Untouched is how many objects are not listed, because no step
// changes them.
type Contents struct {
	Objects   []string
	Values    [][]string
	Untouched int
}

// States follows a schedule that check made for p. A run-time error, which has
// no state after it, repeats the last one.
func States(p *cfg.Program, schedule string) (*Contents, error) {
	out := &Contents{}
	if schedule == "" {
		return out, nil
	}
	steps, _, err := sem.ParseSchedule(p, schedule)
	if err != nil {
		return nil, err
	}
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	h := newHolders(m)
	state := m.Start()
	all := make([][]string, len(p.Objects))
	note := func() {
		for i := range p.Objects {
			if h.shown(cfg.ObjectID(i)) {
				all[i] = append(all[i], h.text(cfg.ObjectID(i), state))
			}
		}
	}
	note()
	for i, s := range steps {
		outs := m.Outcomes(nil, state, p.Actions[s.Action], false)
		if s.Outcome >= len(outs) {
			return nil, fmt.Errorf("step %d of the schedule cannot be taken", i+1)
		}
		if next := outs[s.Outcome].Next; next != nil {
			h.step(s.Action, state, next)
			state = next
		}
		note()
	}
	for i, values := range all {
		switch {
		case values == nil:
		case len(slices.Compact(slices.Clone(values))) == 1:
			out.Untouched++
		default:
			out.Objects = append(out.Objects, h.name(cfg.ObjectID(i)))
			out.Values = append(out.Values, values)
		}
	}
	return out, nil
}

// holders knows who holds which lock: a lock's component has numbers of its own
// for its holders, so they are learnt from the steps.
type holders struct {
	m     *sem.Machine
	comps [][]sem.CompID // by object
	held  [][]cfg.TaskID // by object: of a reader-writer lock several
}

func newHolders(m *sem.Machine) *holders {
	h := &holders{m: m, comps: make([][]sem.CompID, len(m.P.Objects)), held: make([][]cfg.TaskID, len(m.P.Objects))}
	for i := range m.P.Objects {
		h.comps[i] = m.OfObject(cfg.ObjectID(i))
	}
	return h
}

// shown reports whether an object holds something.
func (h *holders) shown(o cfg.ObjectID) bool { return h.comps[o] != nil || h.m.P.Objects[o].Box() }

// name returns an object's name with its kind: "lock door".
func (h *holders) name(o cfg.ObjectID) string {
	obj := &h.m.P.Objects[o]
	kind := map[cfg.ObjectKind]string{cfg.ChanObject: "channel", cfg.SemObject: "semaphore", cfg.GroupObject: "wait group",
		cfg.CondObject: "condition"}[obj.Kind]
	if kind == "" {
		kind = obj.Kind.String()
	}
	return kind + " " + obj.Name
}

// step notes who has taken and who has left a lock.
func (h *holders) step(a cfg.ActionID, before, after []int32) {
	task := h.m.P.Nodes[h.m.P.Actions[a].A].Task
	for o, comps := range h.comps {
		for _, c := range comps {
			k := &h.m.Comps[c]
			if k.Kind != sem.Mutex && k.Kind != sem.RWLock || before[c] == after[c] {
				continue
			}
			grown := before[c] == 0 // mutex: was free
			if k.Kind == sem.RWLock {
				grown = after[c]/3 > before[c]/3 || after[c]/3 == before[c]/3 && after[c]%3 > before[c]%3
			}
			if grown {
				if !slices.Contains(h.held[o], task) {
					h.held[o] = append(slices.Clone(h.held[o]), task)
				}
				continue
			}
			h.held[o] = slices.DeleteFunc(slices.Clone(h.held[o]), func(t cfg.TaskID) bool { return t == task })
		}
	}
}

// text says what an object holds.
func (h *holders) text(o cfg.ObjectID, state []int32) string {
	obj := &h.m.P.Objects[o]
	switch obj.Kind {
	case cfg.MailboxObject, cfg.QueueObject:
		var words []string
		for _, msg := range h.m.Pending(o, state) {
			words = append(words, strings.TrimPrefix(h.m.MessageString(o, msg), obj.Name+"."))
		}
		return orEmpty(strings.Join(words, ", "))
	case cfg.ChanObject:
		return orEmpty(strings.ReplaceAll(strings.TrimSpace(h.m.ChannelString(o, state)), " ", ", "))
	case cfg.SemObject:
		return fmt.Sprint(state[h.comps[o][0]])
	case cfg.GroupObject:
		return counter(h.m, o, state)
	case cfg.OnceObject:
		return [...]string{"not begun", "begun", "done"}[state[h.comps[o][0]]]
	case cfg.CondObject:
		return h.condition(o, state)
	}
	return h.lock(o, state)
}

func orEmpty(s string) string {
	if s == "" {
		return "empty"
	}
	return s
}

// counter returns that of a wait group.
func counter(m *sem.Machine, o cfg.ObjectID, state []int32) string {
	n, more := m.Count(o, state)
	if more {
		return fmt.Sprintf("%d or more", n)
	}
	return fmt.Sprint(n)
}

// condition says who waits for a condition.
func (h *holders) condition(o cfg.ObjectID, state []int32) string {
	text := h.waits(o, state)
	if text == "" {
		return "nobody waits"
	}
	return strings.TrimPrefix(text, "; ")
}

// lock says who holds a lock, and who waits on it for a notification.
func (h *holders) lock(o cfg.ObjectID, state []int32) string {
	text, names := "free", []string{}
	for _, t := range h.held[o] {
		names = append(names, h.m.P.Tasks[t].Name)
	}
	who := strings.Join(names, ", ")
	for _, c := range h.comps[o] {
		k := &h.m.Comps[c]
		switch {
		case k.Kind == sem.Mutex && state[c] > 0:
			text = "held by " + who
		case k.Kind == sem.RWLock && state[c]%3 == 2:
			text = "written by " + who
		case k.Kind == sem.RWLock && state[c]%3 == 1 && state[c]/3 == 0:
			text = "announced by " + who
		case k.Kind == sem.RWLock && state[c]%3 == 1:
			text = fmt.Sprintf("%d reading, a writer announced: %s", state[c]/3, who)
		case k.Kind == sem.RWLock && state[c] > 0:
			text = "read by " + who
		}
	}
	return text + h.waits(o, state)
}

// waits says who waits on an object, and who has been notified, each with a semicolon before it.
func (h *holders) waits(o cfg.ObjectID, state []int32) string {
	text := ""
	var waiting, notified []string
	for _, c := range h.comps[o] {
		switch k := &h.m.Comps[c]; {
		case k.Kind != sem.WaitSet:
		case state[c] == 1:
			waiting = append(waiting, h.m.P.Tasks[k.Task].Name)
		case state[c] == 2:
			notified = append(notified, h.m.P.Tasks[k.Task].Name)
		}
	}
	if len(waiting) > 0 {
		text += "; waiting: " + strings.Join(waiting, ", ")
	}
	if len(notified) > 0 {
		text += "; notified: " + strings.Join(notified, ", ")
	}
	return text
}
