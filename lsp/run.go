package lsp

// This file makes checks and explorations that the editor asks for. A lens above each property shows its verdict, if
// there is one, and starts a command. Commands have a limit of time and can be stopped. A violation is shown as a
// diagnostic, with the steps of its execution as related places.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"flavers"
	"flavers/automata"
	"flavers/lang/symbols"
	"flavers/limit"
	"flavers/report"
	"flavers/verify/explored"
)

// Commands of workspace/executeCommand. The first two take the URI of a program and the
// name of a property, or "" for everything; the third the name of what runs.
const (
	checkCommand   = "flavers.check"
	exploreCommand = "flavers.explore"
	stopCommand    = "flavers.stop"
)

var commands = []string{checkCommand, exploreCommand, stopCommand}

// verdict is the answer about a property.
type verdict struct {
	program  string
	property string // "" for all checks of the program together
	texts    string // stands for the texts of the program and its specifications (view.texts)
	words    string // the verdict in words
}

// runName names the answer, and the job, of a command about a property.
func runName(command, program, property string) string {
	return strings.Join([]string{command, program, property}, "\x00")
}

// foundBy names the source of the diagnostics for violations that runs found in a program.
func foundBy(program string) string { return "run\x00" + program + "\x00" }

// maxPrograms bounds how many programs of one specification have lenses of their own.
const maxPrograms = 3

// lenses returns two lenses, check and explore, for a program as a whole, or for each property of a specification and
// each program that it is about.
func (s *server) lenses(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, _ := v.locate(p)
	out := []codeLens{}
	if t == nil {
		return out, nil
	}
	programs := v.subjects(file)
	add := func(at symbols.Span, program, property string) {
		texts := v.texts(program)
		for _, c := range commands[:2] {
			out = append(out, codeLens{t.span(at), s.lens(v, c, program, property, texts, len(programs) > 1)})
		}
	}
	if isProgram(file) {
		add(symbols.Span{}, file, "")
		return out, nil
	}
	for _, sym := range v.index(file).Symbols {
		if sym.Kind != symbols.Property {
			continue
		}
		for _, program := range programs[:min(len(programs), maxPrograms)] {
			add(sym.Place, program, sym.Name)
		}
	}
	return out, nil
}

// lens returns the command of one lens, with the last verdict in its title.
func (s *server) lens(v *view, name, program, property, texts string, several bool) command {
	title := strings.TrimPrefix(name, "flavers.")
	switch {
	case property == "":
		title += " all"
	case several:
		title += " " + filepath.Base(program)
	}
	run := runName(name, program, property)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.jobs[run] != nil {
		return command{title + ": running, stop", stopCommand, []any{run}}
	}
	if known := s.verdicts[run]; known != nil && known.texts == texts {
		title += ": " + known.words
	} else if known != nil {
		title += " (before the last change: " + known.words + ")"
	}
	return command{title, name, []any{v.uriOf(program), property}}
}

// verdictText returns the last verdict on a property of a model, for hover.
func (s *server) verdictText(m *model, property string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out string
	for _, c := range commands[:2] {
		if known := s.verdicts[runName(c, m.program, property)]; known != nil && known.texts == m.texts {
			out += fmt.Sprintf("%s: **%s**\n\n", strings.TrimPrefix(c, "flavers."), known.words)
		}
	}
	return out
}

// execute carries out a command of a lens, and returns a sentence about what it found, or nil.
func (s *server) execute(ctx context.Context, p *commandParams) (any, error) {
	var args []string
	for _, a := range p.Arguments {
		var text string
		if err := json.Unmarshal(a, &text); err != nil {
			return nil, errors.New("the arguments of a command are strings")
		}
		args = append(args, text)
	}
	switch {
	case p.Command == stopCommand && len(args) == 1:
		s.mu.Lock()
		defer s.mu.Unlock()
		if j := s.jobs[args[0]]; j != nil {
			j.stop()
		}
		return nil, nil
	case slices.Contains(commands[:2], p.Command) && len(args) == 2:
		return s.run(ctx, p.Command, pathOf(args[0]), args[1])
	}
	return nil, fmt.Errorf("there is no command %s with %d arguments", p.Command, len(args))
}

// alone waits until no other check runs, since each may take all memory and processors. It returns a context with the
// limits of the server; release lets the next check run. If ctx ends before, it returns the error of ctx.
func (s *server) alone(ctx context.Context) (limited context.Context, release func(), err error) {
	select {
	case s.running <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	s.mu.Lock()
	timeout := s.opt.Timeout
	s.mu.Unlock()
	cancel := func() {}
	if timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, timeout)
	}
	ctx, unwatch := limit.Watch(ctx, s.opt.Memory)
	return ctx, func() {
		unwatch()
		cancel()
		<-s.running
	}, nil
}

// run makes a check or an exploration, publishes what it finds, and returns a sentence about it. It runs as a job, so
// that the editor can stop it: by a lens, by the progress that is shown, or by cancelling the request.
func (s *server) run(ctx context.Context, name, program, property string) (any, error) {
	v := s.view()
	m := v.model(ctx, program)
	switch {
	case m.wrong || m.p == nil:
		return nil, fmt.Errorf("%s or its specifications have errors", filepath.Base(program))
	case property != "" && (m.property(property) == nil || !m.property(property).Property):
		return nil, fmt.Errorf("%s has no property %s", filepath.Base(program), property)
	}
	job := runName(name, program, property)
	answer := make(chan error, 1)
	var sentence string // about the answer; set before answer is closed
	s.start(job, func(own context.Context) {
		defer s.refresh()
		defer close(answer)
		stop := context.AfterFunc(ctx, func() { s.stopJob(job) })
		defer stop()
		s.refresh()
		end := s.begin(own, job, strings.TrimPrefix(name, "flavers.")+" "+filepath.Base(program))
		defer end()
		own, release, err := s.alone(own)
		if err != nil {
			answer <- errors.New("stopped")
			return
		}
		defer release()
		c, err := answerOf(own, m, name, property)
		if err == nil && errors.Is(context.Cause(own), context.Canceled) {
			err = errors.New("stopped")
		}
		if err != nil {
			answer <- err
			return
		}
		sentence = s.tell(v, m, name, property, c)
	})
	err, failed := <-answer
	if failed {
		return nil, err
	}
	if sentence == "" {
		return nil, errors.New("stopped")
	}
	return sentence, nil
}

func (s *server) stopJob(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j := s.jobs[name]; j != nil {
		j.stop()
	}
}

// answerOf makes the check or the exploration, of all properties or of one.
func answerOf(ctx context.Context, m *model, name, property string) (*report.Check, error) {
	if name == checkCommand {
		opt := flavers.CheckOptions{Strict: true}
		if property != "" {
			opt.Only = []string{property}
		}
		return flavers.Check(ctx, &flavers.Model{Program: m.p, Specs: m.specs, Meant: m.blocks}, opt)
	}
	var specs []*automata.Spec
	for _, sp := range m.specs {
		if !sp.Property || property == "" || sp.Called(property) {
			specs = append(specs, sp)
		}
	}
	e, err := flavers.Explore(ctx, &flavers.Model{Program: m.p, Specs: specs, Meant: m.blocks}, flavers.ExploreOptions{})
	if err != nil {
		return nil, err
	}
	return exploredAs(e, specs, property), nil
}

// exploredAs returns an exploration in the form of a check, with a result for each property or family of properties.
func exploredAs(e *report.Explore, specs []*automata.Spec, property string) *report.Check {
	c := e.AsCheck(explored.Properties(specs))
	if property != "" {
		c.RuntimeErrors, c.Deadlock = nil, nil
	}
	return c
}

// tell remembers the verdicts of a run, publishes its violations, and returns a sentence about all of them, or about
// the property that was asked for. v is the view that the run began with.
func (s *server) tell(v *view, m *model, name, property string, c *report.Check) string {
	results := c.Ordered()
	counts := map[string]int{}
	for _, r := range results {
		counts[verdictWord(r)]++
		s.remember(name, m, r.Property, words(r))
		found := map[string][]diagnostic{} // by file
		if r.Verdict == report.Violated && !r.Expected || r.Reach && r.Verdict == report.Holds {
			file, d := v.violation(m, r, strings.TrimPrefix(name, "flavers."))
			found[file] = []diagnostic{d}
		}
		// If the texts have changed since the run began, the violation is about older texts, and is not shown.
		if now := s.view(); v.texts(m.program) == now.texts(m.program) {
			s.say(now, foundBy(m.program)+r.Property, found)
		}
	}
	if property != "" {
		for _, r := range results {
			if r.Property == property {
				return property + ": " + words(r)
			}
		}
		return property + ": no answer"
	}
	var list []string
	for _, verdict := range []string{"violated", "never happens", "possible", "unknown", "holds", "reached"} {
		if n := counts[verdict]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	summary := strings.Join(list, ", ")
	s.remember(name, m, "", summary)
	return filepath.Base(m.program) + ": " + summary
}

// remember stores a verdict in words, for lenses and hover.
func (s *server) remember(name string, m *model, property, words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.verdicts[runName(name, m.program, property)] = &verdict{m.program, property, m.texts, words}
}

// maxSteps bounds the steps of an execution that a diagnostic shows.
const maxSteps = 200

// outdate withdraws the violations of a program that were found in older texts than those of m.
func (s *server) outdate(v *view, m *model) {
	if m.texts != s.view().texts(m.program) {
		return // the texts have changed since m was made, so verdicts may be newer than m
	}
	old, current := map[string]bool{}, map[string]bool{} // properties
	s.mu.Lock()
	for _, known := range s.verdicts {
		if known.program == m.program && known.texts == m.texts {
			current[known.property] = true
		} else if known.program == m.program {
			old[known.property] = true
		}
	}
	s.mu.Unlock()
	if len(old) == 0 {
		return
	}
	for property := range old {
		if !current[property] {
			s.forget(v, foundBy(m.program)+property)
		}
	}
	s.refresh()
}

// forgetRuns withdraws the violations of a program.
func (s *server) forgetRuns(v *view, program string) {
	var sources []string
	s.mu.Lock()
	for _, bySource := range s.found {
		for source := range bySource {
			if strings.HasPrefix(source, foundBy(program)) && !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
		}
	}
	s.mu.Unlock()
	for _, source := range sources {
		s.forget(v, source)
	}
}

// refresh makes the editor ask for lenses again.
func (s *server) refresh() {
	s.mu.Lock()
	can := s.can.Capabilities.Workspace.CodeLens.RefreshSupport
	s.mu.Unlock()
	if can {
		s.ask("workspace/codeLens/refresh", nil)
	}
}

// begin shows that a job is running, if the editor can show that. end hides it.
func (s *server) begin(ctx context.Context, job, title string) (end func()) {
	s.mu.Lock()
	can := s.can.Capabilities.Window.WorkDoneProgress
	s.mu.Unlock()
	if !can {
		return func() {}
	}
	token := "run " + job
	err := s.rpc.ask(ctx, "window/workDoneProgress/create", map[string]string{"token": token})
	if err != nil {
		return func() {}
	}
	s.notify("$/progress", progress{token, progressValue{Kind: "begin", Title: title, Cancellable: true}})
	return func() { s.notify("$/progress", progress{token, progressValue{Kind: "end"}}) }
}

func (s *server) cancelProgress(_ context.Context, p *struct {
	Token string `json:"token"`
}) (any, error) {
	s.stopJob(strings.TrimPrefix(p.Token, "run "))
	return nil, nil
}
