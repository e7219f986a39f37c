package apart

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// A service waits for work, and for an order to stop, as long as it runs. So a goroutine that can never move again is
// not always a mistake while others go on. It is one if the goroutine sends what nobody receives, or waits for a lock
// that nobody gives back. This file tells the two apart.

// held is what Meant knows about objects, by their names in the program.
type held struct {
	users  map[string]map[string]bool // the tasks whose code operates on an object, perhaps where they never come
	stop   map[string]bool            // channels of contexts
	fields map[string]bool            // some code loads the object from a field, so functions outside the root may, too
}

// hold fills o.held. all has the uses of each object, and tasks the first instance of each task.
func (o *Objects) hold(w *heap.World, all map[*heap.Object][]use, names map[heap.Loc]string,
	tasks map[string]*heap.Instance) {
	o.held = held{users: map[string]map[string]bool{}, stop: map[string]bool{}, fields: map[string]bool{}}
	of := map[*heap.Instance][]string{} // the tasks that begin with an instance
	for name, in := range tasks {
		of[in] = append(of[in], name)
	}
	for _, c := range w.Contexts() {
		o.held.stop[names[heap.Loc{Obj: w.Done(c)}]] = true
	}
	for l, name := range names {
		users := map[string]bool{}
		for _, u := range all[l.Obj] {
			for _, task := range of[u.in.Owner()] {
				users[task] = true
			}
			o.held.fields[name] = o.held.fields[name] || u.field
		}
		o.held.users[name] = users
	}
}

// ofField reports whether a value is loaded from a field.
func ofField(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Field:
		return true
	case *ssa.UnOp:
		_, is := v.X.(*ssa.FieldAddr)
		return is
	case *ssa.ChangeType:
		return ofField(v.X)
	}
	return false
}

// Meant reports whether a task may well wait for ever, at one of some statements, while other tasks (moving) go on.
// It may if it
//
//   - waits for a context to end;
//   - receives, or waits for a wait group or a condition, and a task that goes on has code that operates on the same
//     object: there may be no more work, or that task is what it waits for;
//   - waits at an object out of a field that no other task has code for: functions outside the root may be for that;
//   - waits at nothing: select without cases, or nil channels only.
func (o *Objects) Meant(task string, at, moving []string) bool {
	nothing := true
	task, _, _ = strings.Cut(task, "[")
	for _, way := range at {
		if way == "await false" {
			continue
		}
		nothing = false
		receives := strings.Contains(way, "<-") && !strings.Contains(way, " <- ") || strings.HasPrefix(way, "wait ")
		for _, word := range write.Words(way) {
			users, known := o.held.users[word]
			if !known {
				continue
			}
			goesOn := func(t string) bool { t, _, _ = strings.Cut(t, "["); return users[t] || o.names[t][word] }
			others := len(users)
			if users[task] {
				others--
			}
			if o.held.stop[word] || receives && slices.ContainsFunc(moving, goesOn) || others == 0 && o.held.fields[word] {
				return true
			}
		}
	}
	return nothing
}
