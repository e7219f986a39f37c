package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flavers/cfg"
	"flavers/internal/english"
	"flavers/sem"
)

// step takes one step, which can be taken, and forgets what was taken back unless it
// is the same step again.
func (s *Session) step(c sem.Choice) {
	if len(s.ahead) > 0 && s.ahead[0] == c {
		s.ahead = s.ahead[1:]
	} else {
		s.ahead = nil
	}
	if err := s.walk.Take(c); err != nil {
		panic(err) // it is one of Next
	}
	s.next = s.walk.Next()
}

// take takes the step of a number.
func (s *Session) take(n int) error {
	switch {
	case len(s.next) == 0:
		s.say("No step can be taken; b goes back.")
	case n < 1 || n > len(s.next):
		s.say("There are steps 1 to %d.", len(s.next))
	default:
		s.step(s.next[n-1].Choice)
		s.show()
	}
	return nil
}

func (s *Session) back(args []string) error {
	n := s.number(args)
	if n == 0 {
		return nil
	}
	if s.walk.Steps() == 0 {
		s.say("This is the beginning.")
		return nil
	}
	s.reach(max(s.walk.Steps()-n, 0))
	s.show()
	return nil
}

func (s *Session) forward(args []string) error {
	n := s.number(args)
	if n == 0 {
		return nil
	}
	if len(s.ahead) == 0 {
		s.say("Nothing was taken back.")
		return nil
	}
	s.reach(s.walk.Steps() + min(n, len(s.ahead)))
	s.show()
	return nil
}

func (s *Session) goTo(args []string) error {
	last := s.walk.Steps() + len(s.ahead)
	n := -1
	if len(args) == 1 {
		if k, err := strconv.Atoi(args[0]); err == nil {
			n = k
		}
	}
	if n < 0 || n > last {
		s.say("goto takes a number from 0 to %d", last)
		return nil
	}
	s.reach(n)
	s.show()
	return nil
}

// reach goes back or forth to where n steps are taken.
func (s *Session) reach(n int) {
	if all := s.walk.Choices(); n < len(all) {
		s.ahead = append(slices.Clone(all[n:]), s.ahead...)
		s.walk.Back(len(all) - n)
	}
	for s.walk.Steps() < n {
		c := s.ahead[0]
		s.step(c)
	}
	s.next = s.walk.Next()
}

// task lets one task move. Without a number it stops where the task has a choice, has
// to wait, or would take a step for the second time: it may do so for ever.
func (s *Session) task(args []string) error {
	if len(args) == 0 {
		s.say("task takes the name of a task")
		return nil
	}
	most, free := math.MaxInt, true
	if len(args) == 2 {
		if most, free = s.number(args[1:]), false; most == 0 {
			return nil
		}
	}
	taken := 0
	seen := map[cfg.ActionID]bool{}
	for taken < most {
		var own []sem.Choice
		for _, n := range s.next {
			if n.Task == args[0] || slices.Contains(n.Tasks, args[0]) {
				own = append(own, n.Choice)
			}
		}
		if len(own) == 0 || free && (len(own) > 1 || seen[own[0].Action]) {
			break
		}
		seen[own[0].Action] = true
		s.step(own[0])
		taken++
	}
	if taken == 0 {
		s.say("%s cannot move alone here: it waits, has ended, has several steps to choose from, or there is no such task.",
			args[0])
		return nil
	}
	s.say("%s taken", english.Plural(int64(taken), "step"))
	s.show()
	return nil
}

func (s *Session) randomly(args []string) error {
	n := s.number(args)
	if n == 0 {
		return nil
	}
	if len(s.next) == 0 {
		s.say("No step can be taken; b goes back.")
		return nil
	}
	for range n {
		if len(s.next) == 0 {
			break
		}
		s.step(s.next[s.random.IntN(len(s.next))].Choice)
	}
	s.show()
	return nil
}

// find looks for violations once, lists them, and goes to the end of one.
func (s *Session) find(args []string) error {
	if !s.asked {
		found, open, err := s.opt.Find()
		if err != nil {
			s.say("%v", err)
			return nil
		}
		s.found, s.open, s.asked = found, open, true
	}
	if len(args) == 0 {
		for _, f := range s.found {
			length := english.Plural(int64(len(f.Steps)), "step")
			if f.Loop > 0 {
				length += ", the last " + english.Number(f.Loop) + " again and again"
			}
			s.say("  find %s  %s", f.Name, length)
		}
		switch {
		case len(s.open) > 0:
			s.say("Not decided: %s. --timeout gives more time.", strings.Join(s.open, ", "))
		case len(s.found) == 0:
			s.say("There is no violation.")
		}
		return nil
	}
	for _, f := range s.found {
		if f.Name == args[0] {
			s.walk.Back(s.walk.Steps())
			s.ahead = slices.Clone(f.Steps)
			s.reach(len(f.Steps))
			switch f.Loop {
			case 0:
				s.say("This is the end of the execution; b goes back step by step.")
			case 1:
				s.say("The last step comes back to the state in which it began: the execution repeats it for ever. b goes back.")
			default:
				s.say("The last %d steps come back to the state in which they began: the execution repeats them for ever. b goes back step by step.", f.Loop)
			}
			s.show()
			return nil
		}
	}
	names := make([]string, len(s.found))
	for i := range names {
		names[i] = s.found[i].Name
	}
	s.say("There is no finding %s; there are: %s", args[0], strings.Join(append(names, "no others"), ", "))
	return nil
}
