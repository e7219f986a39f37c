package lsp

// This file finds and sends diagnostics. After each change the server looks for problems in the programs that the file
// belongs to, and in their specifications. A change ends the work on older texts.
//
// An editor replaces all diagnostics of a file by those of one message. But several sources find diagnostics in the
// same file: each program that the file belongs to, and each check of a property. So the server remembers them by file
// and source, and sends the diagnostics of all sources of a file whenever those of one source change (say).

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"flavers/diag"
	"flavers/lang/symbols"
)

// pause is how long a text must stay unchanged before the server looks at it: the user may still be typing.
const pause = 100 * time.Millisecond

// job is work in a goroutine of its own, which can be stopped.
type job struct {
	stop   context.CancelFunc
	number int // 1 for the first job of its name, 2 for the second, ...
}

// start runs f as the job with this name. A job that already runs under the name is stopped.
func (s *server) start(name string, f func(ctx context.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return
	}
	number := 1
	if old := s.jobs[name]; old != nil {
		old.stop()
		number = old.number + 1
	}
	ctx, stop := context.WithCancel(s.ctx)
	j := &job{stop, number}
	s.jobs[name] = j
	go func() {
		defer func() {
			stop()
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.jobs[name] == j {
				delete(s.jobs, name)
			}
		}()
		defer s.rescue(name)
		f(ctx)
	}()
}

// rescue keeps the panic of a job from ending the session.
func (s *server) rescue(name string) {
	if bug := recover(); bug != nil {
		s.notify("window/logMessage", map[string]any{"type": 1,
			"message": "flavers: internal error in " + name + ": " + fmt.Sprint(bug)})
	}
}

// changed looks for problems in the programs that a file belongs to, after a pause.
func (s *server) changed(path string) {
	s.start("look at "+path, func(ctx context.Context) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		v := s.view()
		programs := v.subjects(path)
		for _, program := range programs {
			s.look(ctx, v, program)
		}
		if len(programs) == 0 && v.held[path] != nil && (isSpec(path) || isProgram(path)) {
			s.publish(ctx, v, "alone "+path, v.lone(ctx, path))
		}
	})
}

// look publishes the problems of a program and its specifications.
func (s *server) look(ctx context.Context, v *view, program string) {
	m := v.model(ctx, program)
	if ctx.Err() != nil {
		return
	}
	s.keep(m)
	for _, file := range m.files { // a specification that had no program may have one now
		s.forget(v, "alone "+file)
	}
	s.publish(ctx, v, program, m)
	s.outdate(v, m)
}

// keep remembers the model of a program without errors. Completion uses it while the text has errors.
func (s *server) keep(m *model) {
	if m.p != nil && m.events != nil {
		s.mu.Lock()
		s.good[m.program] = m
		s.mu.Unlock()
	}
}

// closed is called when the editor closes a file of some programs. If it holds no other file of a program, the
// diagnostics of the program are withdrawn.
func (s *server) closed(path string, programs []string) {
	v := s.view()
	s.forget(v, "alone "+path)
	for _, program := range programs {
		if !slices.ContainsFunc(append(v.specsOf(program), v.units(program)...), func(f string) bool { return v.held[f] != nil }) {
			s.forget(v, program)
			s.forgetRuns(v, program)
		} else {
			s.changed(program)
		}
	}
}

// publish sends the problems of the files of a model. by is the source of the diagnostics.
func (s *server) publish(ctx context.Context, v *view, by string, m *model) {
	byFile := map[string][]diagnostic{}
	for _, f := range m.files {
		byFile[f] = []diagnostic{}
	}
	for i := range m.list {
		d := &m.list[i]
		file := cmp.Or(d.Pos.Filename, m.files[0])
		byFile[file] = append(byFile[file], v.diagnostic(file, d))
	}
	if ctx.Err() == nil {
		s.say(v, by, byFile)
	}
}

// diagnostic converts a diagnostic of a file to the form of the protocol.
func (v *view) diagnostic(file string, d *diag.Diagnostic) diagnostic {
	out := diagnostic{Severity: severityError + int(d.Severity), Code: string(d.Code), Source: "flavers",
		Message: d.Message}
	if d.Hint != "" {
		out.Message += "\nhint: " + d.Hint
	}
	if t := v.read(file); t != nil {
		out.Range = t.span(underlined(t, d))
	}
	return out
}

// underlined returns the piece of the text that the editor underlines for a diagnostic. It has the length of the
// diagnostic, at least one byte, but ends at the end of the line.
func underlined(t *text, d *diag.Diagnostic) symbols.Span {
	if d.Pos.Filename == "" {
		return symbols.Span{}
	}
	s := symbols.Span{At: t.place(d.Pos.Line, d.Pos.Column)}
	for s.End = s.At; s.End < len(t.src) && t.src[s.End] != '\n' && s.End-s.At < max(1, d.Len); {
		s.End++
	}
	return s
}

// say replaces the diagnostics of the source by, and sends those of the files for which they changed. byFile has the
// new diagnostics; a file that is missing has none. v is the view that they were found in. Jobs for two files of a
// program may look at the program at the same time, and the one with the older texts may end last. Its diagnostics are
// dropped.
func (s *server) say(v *view, by string, byFile map[string][]diagnostic) {
	s.publishing.Lock() // until they are sent, so that no older diagnostics are sent after newer ones
	defer s.publishing.Unlock()
	s.mu.Lock()
	if s.over || v.number < s.newest[by] {
		s.mu.Unlock()
		return
	}
	s.newest[by] = v.number
	for file := range s.found { // files in which the source finds nothing any more
		if _, again := byFile[file]; !again && s.found[file][by] != nil {
			byFile[file] = nil
		}
	}
	var messages []published
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		if s.found[file] == nil {
			s.found[file] = map[string][]diagnostic{}
		}
		if s.found[file][by] = byFile[file]; byFile[file] == nil {
			delete(s.found[file], by)
		}
		messages = append(messages, s.message(v, file))
	}
	s.mu.Unlock()
	for _, p := range messages {
		s.notify("textDocument/publishDiagnostics", p)
	}
}

// message returns the message with the diagnostics of all sources for a file. Two programs that share the file may have
// found the same diagnostic, which is sent once. s.mu must be held.
func (s *server) message(v *view, file string) published {
	p := published{URI: v.uriOf(file), Diagnostics: []diagnostic{}}
	if d := v.held[file]; d != nil {
		p.Version = &d.version
	}
	for _, source := range slices.Sorted(maps.Keys(s.found[file])) {
		for _, d := range s.found[file][source] {
			same := func(e diagnostic) bool { return e.Range == d.Range && e.Code == d.Code && e.Message == d.Message }
			if !slices.ContainsFunc(p.Diagnostics, same) {
				p.Diagnostics = append(p.Diagnostics, d)
			}
		}
	}
	return p
}

// forget withdraws the diagnostics of one source, unless they were found in a newer view.
func (s *server) forget(v *view, by string) {
	s.mu.Lock()
	known := false
	for file := range s.found {
		known = known || s.found[file][by] != nil
	}
	s.mu.Unlock()
	if known {
		s.say(v, by, map[string][]diagnostic{})
	}
}
