// Package sim lets a person execute a program by hand:
//
//	walk, err := follow.NewWalk(p, specs)
//	err = sim.New(walk, sim.Options{Out: out, Lines: lines}).Run()
//
// It shows what every task can do now and what that would change, why the others
// wait, and where the properties stand; the person takes a step, goes back, jumps to
// a finding, and saves the schedule.
//
//	sim.go       the loop, and the screen after each step
//	commands.go  what can be typed
//	moves.go     taking steps, going back and forth
//	lines.go     the terminal
//
// What a step does is said by verify/follow. It reads no program, and checks none.
package sim

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
)

// Finding is an execution to jump to.
type Finding struct {
	Name  string // as a person types it: the property, deadlock, runtime-errors
	Steps []sem.Choice
	Loop  int // so many steps, the last ones, are repeated for ever; 0: the execution has an end
}

// Options are what a session needs.
type Options struct {
	Lines func(prompt string) (string, error) // the next line; io.EOF ends the session
	Out   io.Writer
	Width int    // columns of Out; 0: report.DefaultWidth
	Color bool   // of tables
	Seed  uint64 // of random steps
	Again string // the command that begins a session of this program, for a schedule to follow
	// Find looks for violations; it is asked once, when the person does. open are the
	// checks that have no answer.
	Find func() (found []Finding, open []string, err error)
	Save func(file, schedule string) error // writes a schedule
}

// Session is one execution in the making.
type Session struct {
	opt    Options
	walk   *follow.Walk
	ahead  []sem.Choice // steps that were taken back, the next one first
	next   []follow.Next
	random *rand.Rand
	found  []Finding
	open   []string // checks without an answer
	asked  bool
}

// New begins where the walk stands.
func New(w *follow.Walk, opt Options) *Session {
	if opt.Width <= 0 {
		opt.Width = report.DefaultWidth
	}
	return &Session{opt: opt, walk: w, random: rand.New(rand.NewPCG(opt.Seed, 1))}
}

// errQuit ends the session.
var errQuit = errors.New("quit")

// Run reads and obeys commands until the lines end or one says so. The error is one of
// Out or Lines.
func (s *Session) Run() error {
	s.say("%s", "A number takes that step, b goes back, ? lists the commands, q ends.")
	s.show()
	for {
		line, err := s.opt.Lines(fmt.Sprintf("%d> ", s.walk.Steps()))
		if err != nil {
			if errors.Is(err, io.EOF) {
				s.say("")
				s.leave()
				return nil
			}
			return err
		}
		if err := s.obey(strings.Fields(line)); err != nil {
			if errors.Is(err, errQuit) {
				s.leave()
				return nil
			}
			return err
		}
	}
}

// leave tells how to get back here.
func (s *Session) leave() {
	if s.walk.Steps() > 0 {
		s.say("To come back: %s %s", s.opt.Again, s.walk.Schedule())
	}
}

func (s *Session) say(format string, args ...any) {
	fmt.Fprintf(s.opt.Out, format+"\n", args...)
}

// show prints where the execution stands: how it ended, or what can be done next and
// who waits.
func (s *Session) show() {
	s.next = s.walk.Next()
	run := s.walk.Run()
	s.say("")
	if n := len(run.Steps); n > 0 {
		s.say("step %d: %s", n, told(&run.Steps[n-1]))
	}
	for _, f := range run.Final {
		if f.Violated {
			s.say("violated: %s (state %s)", f.Spec, f.State)
		}
	}
	switch {
	case run.Error != "":
		s.say("%s", run.Failure())
		return
	case run.Ended && len(s.next) == 0:
		s.say("The execution has ended: no task can move, and each has ended or rests.")
		return
	case run.Deadlock:
		s.say("Deadlock: not all tasks have ended, and none can move.")
	}
	s.list()
	s.waits(shown)
}

// shown is how many waiting tasks the screen has without being asked.
const shown = 6

// told returns a step in a line: who, what, and what it changes.
func told(st *report.RunStep) string {
	who := st.Task
	if len(st.Tasks) > 1 {
		who = strings.Join(st.Tasks, " with ")
	}
	text := who + "  " + st.Line()
	then := st.Changes()
	for _, q := range st.States {
		then = append(then, q.Spec+" goes to "+q.State)
	}
	if len(then) > 0 {
		text += "  (" + strings.Join(then, ", ") + ")"
	}
	return text
}

// list numbers the steps that can be taken.
func (s *Session) list() {
	who, what := 0, 0
	for i := range s.next {
		a, b := s.columns(i)
		who, what = max(who, len([]rune(a))), max(what, len([]rune(b)))
	}
	const least = 12 // columns left for a place
	for i := range s.next {
		a, b := s.columns(i)
		line := fmt.Sprintf("%4d  %s  %s", i+1, pad(a, who), pad(b, what))
		if len([]rune(line))+least <= s.opt.Width {
			line += "  " + s.next[i].Pos
		}
		s.say("%s", strings.TrimRight(line, " "))
	}
}

// columns are who takes a step, and what it does.
func (s *Session) columns(i int) (who, what string) {
	who, what, _ = strings.Cut(told(&s.next[i].RunStep), "  ")
	switch {
	case s.next[i].Beyond:
		what += "  (beyond a bound of the model)"
	case s.next[i].Failed:
		what += "  (run-time error)"
	}
	return who, what
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(n-len([]rune(s)), 0)) }

// waits lists the tasks that can do nothing now, at most so many.
func (s *Session) waits(most int) {
	list := s.walk.Waiting()
	width := 0
	for i := range list {
		width = max(width, len([]rune(list[i].Task)))
	}
	for i := range list {
		if i == most {
			s.say("      ... and %s more wait (w shows them)", english.Plural(int64(len(list)-most), "task"))
			return
		}
		w := &list[i]
		at := w.Where()
		if who := names.Compress(w.For); len(who) > 0 {
			at += ", for " + strings.Join(who, " or ")
		}
		s.say("      %s  waits at %s", pad(w.Task, width), at)
	}
}
