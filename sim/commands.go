package sim

import (
	"slices"
	"strconv"
	"strings"

	"flavers/internal/english"
	"flavers/report"
)

// command is one that can be typed.
type command struct {
	names []string // the first is shown
	args  string
	help  string
	do    func(s *Session, args []string) error
}

// commands is a function, since help lists them.
func commands() []command {
	return []command{
		{[]string{"1, 2, .."}, "", "take this step", nil},
		{[]string{"b", "back"}, "[N]", "take back the last step, or N", (*Session).back},
		{[]string{"f", "forward"}, "[N]", "take again what was taken back, a step or N", (*Session).forward},
		{[]string{"g", "goto"}, "N", "go to where N steps are taken", (*Session).goTo},
		{[]string{"t", "task"}, "TASK [N]", "let this task move as long as it alone decides, or N steps", (*Session).task},
		{[]string{"r", "random"}, "[N]", "take a random step, or N", (*Session).randomly},
		{[]string{"find"}, "[NAME]", "look for violations and list them; with NAME, go to the end of that one",
			(*Session).find},
		{[]string{"s", "steps"}, "", "show all steps so far", (*Session).steps},
		{[]string{"w", "waiting"}, "", "show every task that waits, and for whom", (*Session).allWaiting},
		{[]string{"v", "values"}, "", "show variables, and what locks, channels and mailboxes hold", (*Session).values},
		{[]string{"p", "properties"}, "", "show where each property stands", (*Session).properties},
		{[]string{"l", "list"}, "", "show what can be done now", func(s *Session, _ []string) error { s.show(); return nil }},
		{[]string{"schedule"}, "", "print the schedule, which flavers replay takes", (*Session).schedule},
		{[]string{"save"}, "FILE", "write the schedule to a file", (*Session).save},
		{[]string{"?", "help"}, "", "this list", (*Session).help},
		{[]string{"q", "quit"}, "", "end", func(*Session, []string) error { return errQuit }},
	}
}

// Commands returns all words that a line can begin with.
func Commands() []string {
	var out []string
	for _, c := range commands() {
		if c.do != nil {
			out = append(out, c.names...)
		}
	}
	return out
}

// obey does what a line says. What makes no sense is said, and changes nothing.
func (s *Session) obey(words []string) error {
	if len(words) == 0 {
		if len(s.next) == 1 {
			return s.take(1)
		}
		s.say("%s can be taken: type its number", english.Plural(int64(len(s.next)), "step"))
		return nil
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		return s.take(n)
	}
	for _, c := range commands() {
		if c.do == nil || !slices.Contains(c.names, words[0]) {
			continue
		}
		if most := len(strings.Fields(c.args)); len(words)-1 > most {
			s.say("%s takes %s", words[0], english.Plural(int64(most), "word"))
			return nil
		}
		return c.do(s, words[1:])
	}
	s.say("There is no command %s; ? lists them.", words[0])
	return nil
}

// number returns the argument of a command that counts; 1 without one. It is below 1 after an argument that is no
// such number, which was said.
func (s *Session) number(args []string) int {
	if len(args) == 0 {
		return 1
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		s.say("%s is no number of steps", args[0])
		return 0
	}
	return n
}

func (s *Session) help([]string) error {
	width := 0
	line := func(c *command) string { return strings.TrimSpace(strings.Join(c.names, ", ") + " " + c.args) }
	for _, c := range commands() {
		width = max(width, len(line(&c)))
	}
	for _, c := range commands() {
		s.say("  %s  %s", pad(line(&c), width), c.help)
	}
	return nil
}

func (s *Session) steps([]string) error {
	return s.walk.Run().WriteText(s.opt.Out, report.TextOptions{Width: s.opt.Width, Color: s.opt.Color})
}

func (s *Session) allWaiting([]string) error {
	if len(s.walk.Waiting()) == 0 {
		s.say("No task waits.")
	}
	s.waits(1 << 30)
	return nil
}

func (s *Session) values([]string) error {
	var rows [][2]string
	for _, v := range s.walk.Vars() {
		rows = append(rows, [2]string{v.Name, v.Value})
	}
	objects, values := s.walk.Holds()
	for i := range objects {
		rows = append(rows, [2]string{objects[i], values[i]})
	}
	s.table(rows, "There are no variables, locks, channels or mailboxes.")
	return nil
}

func (s *Session) properties([]string) error {
	var rows [][2]string
	for _, f := range s.walk.Specs() {
		text := "in state " + f.State
		if f.Violated {
			text = "violated, " + text
		}
		rows = append(rows, [2]string{f.Spec, text})
	}
	s.table(rows, "There is no property.")
	return nil
}

// table prints names with their values.
func (s *Session) table(rows [][2]string, none string) {
	width := 0
	for _, r := range rows {
		width = max(width, len([]rune(r[0])))
	}
	for _, r := range rows {
		s.say("  %s  %s", pad(r[0], width), r[1])
	}
	if len(rows) == 0 {
		s.say("%s", none)
	}
}

func (s *Session) schedule([]string) error {
	s.say("%s", s.walk.Schedule())
	return nil
}

func (s *Session) save(args []string) error {
	if len(args) == 0 {
		s.say("save takes the name of a file")
		return nil
	}
	if err := s.opt.Save(args[0], s.walk.Schedule()+"\n"); err != nil {
		s.say("%v", err)
		return nil
	}
	s.say("%s has the schedule of %s", args[0], english.Plural(int64(s.walk.Steps()), "step"))
	return nil
}
