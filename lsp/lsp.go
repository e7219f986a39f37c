// Package lsp is a server for editors. It speaks the Language Server Protocol over a pair of streams, as `flavers lsp`
// offers it.
//
// For the program
//
//	task t { evnt a }
//
// an editor gets the diagnostic "unknown statement", with the change to `event` as a quick fix. Once the program
// compiles, the editor shows "check" above each property of its .fsa file.
//
// The server keeps the texts that the editor holds, and nothing else: every answer is made from a view of these texts
// (files.go). Programs and specifications are read by package source as the command reads them (model.go), names are
// found in the index of package lang/symbols, texts are formatted by lang/format, and properties are decided by package
// flavers (run.go).
//
// The files, in reading order:
//
//   - frame.go, rpc.go, protocol.go and text.go: the protocol;
//   - files.go, model.go and ada.go: texts, programs and specifications;
//   - lsp.go: the session and its requests;
//   - diagnose.go and fix.go: diagnostics and quick fixes;
//   - complete.go, words.go, hover.go, navigate.go, rename.go, outline.go, fold.go and workspace.go: one request each;
//   - run.go and said.go: checks that the editor asks for; packages.go: findings in Go packages.
//
// What it does not do: it writes no files. It reads programs and their specifications, and what the go command reads of
// Go packages.
//
// JSON-RPC (rpc.go) and the types of the protocol are written here, as far as they are used. Tests speak to the server
// with the client of github.com/creachadair/jrpc2. That library is not linked, as it links an HTTP server; a library of
// the types that is maintained was not found.
//
// To add a request:
//
//  1. Its types in protocol.go.
//  2. A method of server in the file of its kind.
//  3. A line in handlers, and the capability in initialize.
//  4. A step in session_test.go, and docs/editor.md.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"
)

// Options are choices of a server. Zero limits are none.
type Options struct {
	Version string        // of the program, for the editor
	Timeout time.Duration // of one check or exploration
	Memory  int64         // bytes, of the process while it reads files or checks
}

// ErrLeft is the error if the editor ends the session without the requests for that.
var ErrLeft = errors.New("the editor left without a shutdown request")

// Serve reads requests from in and writes answers to out until the session ends. It returns nil after the requests
// shutdown and exit, and ErrLeft after anything else. If the input was no protocol, the error says what was wrong. Only
// messages of the protocol are written. When ctx ends, so do the session and the checks that run.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{opt: opt, ctx: ctx, open: map[string]*document{}, jobs: map[string]*job{}, found: map[string]map[string][]diagnostic{}, newest: map[string]int{},
		good: map[string]*model{}, verdicts: map[string]*verdict{}, packages: map[string]bool{}, exit: make(chan struct{}), running: make(chan struct{}, 1)}
	s.line = newStream(in, out, s.exit)
	s.rpc = newRPC(ctx, s.line, s.handlers())
	ended := make(chan struct{})
	go func() {
		s.rpc.serve()
		close(ended)
	}()
	var wrong error
	select {
	case <-s.exit: // the editor has left, and needs no more answers
	case <-ended:
		wrong = s.line.wrong
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	switch {
	case wrong != nil:
		return fmt.Errorf("%w: %v", ErrLeft, wrong)
	case !s.down:
		return ErrLeft
	}
	return nil
}

// server is one session.
type server struct {
	// publishing is held while diagnostics are collected from found and sent, so that they are sent in order. It is
	// locked before mu.
	publishing sync.Mutex

	opt     Options
	ctx     context.Context // ends with the session
	rpc     *rpc
	line    *stream
	exit    chan struct{} // closed by the notification exit
	running chan struct{} // has one value while a check runs, so that only one runs at a time

	mu    sync.Mutex           // guards the following fields
	ready bool                 // the request initialize has come
	down  bool                 // the request shutdown has come
	over  bool                 // the session has ended, so nothing is sent any more
	can   initializeParams     // what the editor can do, and the folders that it has open
	open  map[string]*document // by path: the texts that the editor holds
	jobs  map[string]*job      // by name: the running jobs
	views int                  // number of views that were taken

	// found has the diagnostics that the editor shows or should show, by file, and then by what found them (a source).
	found    map[string]map[string][]diagnostic
	newest   map[string]int      // by source: the number of the view that its diagnostics are from
	good     map[string]*model   // by program: the model of its last version without errors
	verdicts map[string]*verdict // by engine, program and property
	packages map[string]bool     // folders of Go packages whose findings the editor has
}

// handlers returns the handlers of requests and notifications, by method.
func (s *server) handlers() map[string]handler {
	return map[string]handler{
		"initialize": handle(s, s.initialize), "initialized": ignore, "shutdown": handle(s, s.shutdown), "exit": s.leave,
		"$/cancelRequest": handle(s, s.cancelRequest), "$/setTrace": ignore, "window/workDoneProgress/cancel": handle(s, s.cancelProgress),
		"textDocument/didOpen": handle(s, s.didOpen), "textDocument/didChange": handle(s, s.didChange), "textDocument/didClose": handle(s, s.didClose),
		"textDocument/didSave": handle(s, s.didSave), "workspace/didChangeWatchedFiles": handle(s, s.watched), "workspace/didChangeConfiguration": ignore,
		"textDocument/codeAction": handle(s, s.actions), "textDocument/completion": handle(s, s.completion), "textDocument/hover": handle(s, s.hover),
		"textDocument/definition": handle(s, s.definition), "textDocument/references": handle(s, s.references),
		"textDocument/documentHighlight": handle(s, s.highlights), "textDocument/prepareRename": handle(s, s.prepareRename),
		"textDocument/rename": handle(s, s.rename), "textDocument/documentSymbol": handle(s, s.outline), "textDocument/codeLens": handle(s, s.lenses),
		"textDocument/formatting": handle(s, s.formatting), "textDocument/semanticTokens/full": handle(s, s.semanticTokens), "workspace/executeCommand": handle(s, s.execute),
		"textDocument/foldingRange": handle(s, s.folding), "workspace/symbol": handle(s, s.workspaceSymbols),
		"workspace/didChangeWorkspaceFolders": handle(s, s.folders),
	}
}

// ignore takes notifications that change nothing here.
func ignore(context.Context, *request) (any, error) { return nil, nil }

// handle returns the handler that calls f. The handler reads the parameters, rejects requests before initialize and
// after shutdown, and turns a panic into an error of the request.
func handle[P, R any](s *server, f func(context.Context, *P) (R, error)) handler {
	return func(ctx context.Context, req *request) (result any, err error) {
		if req.Method != "initialize" { // requests run side by side, so initialize may still be running
			s.line.until(func() bool { return s.begun() || !s.line.met })
		}
		s.mu.Lock()
		ready, down := s.ready, s.down
		s.mu.Unlock()
		switch {
		case !ready && req.Method != "initialize":
			return nil, &rpcError{Code: notInitialized, Message: "the session is not initialized"}
		case down, ready && req.Method == "initialize":
			return nil, &rpcError{Code: invalidRequest, Message: "the session is shut down, or was initialized before"}
		}
		defer func() {
			if bug := recover(); bug != nil {
				text := fmt.Sprintf("flavers: internal error in %s: %v\n%s", req.Method, bug, debug.Stack())
				s.notify("window/logMessage", map[string]any{"type": 1, "message": text})
				result, err = nil, &rpcError{Code: internalError, Message: fmt.Sprintf("internal error: %v", bug)}
			}
		}()
		params := new(P)
		if len(req.Params) > 0 { // null changes nothing
			if err := json.Unmarshal(req.Params, params); err != nil {
				return nil, &rpcError{Code: invalidParams, Message: err.Error()}
			}
		}
		r, err := f(ctx, params)
		if ctx.Err() != nil {
			return nil, &rpcError{Code: cancelled, Message: "cancelled"}
		}
		if err != nil {
			return nil, &rpcError{Code: failed, Message: err.Error()}
		}
		return r, nil
	}
}

// nothing is the parameters of a request that has none.
type nothing struct{}

func (s *server) initialize(_ context.Context, p *initializeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready, s.can = true, *p
	if len(p.Folders) == 0 && p.Root != "" { // an editor that knows one folder at most
		s.can.Folders = []workspaceFolder{{p.Root}}
	}
	if p.Options.Timeout > 0 {
		s.opt.Timeout = time.Duration(min(p.Options.Timeout, 1<<20)) * time.Second
	}
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "flavers", "version": s.opt.Version},
		"capabilities": object{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           object{"openClose": true, "change": 2, "save": true},
			"completionProvider":         object{"triggerCharacters": []string{".", "\"", "[", "("}},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"documentSymbolProvider":     true,
			"codeActionProvider":         object{"codeActionKinds": []string{"quickfix"}},
			"codeLensProvider":           object{},
			"documentFormattingProvider": true,
			"foldingRangeProvider":       true,
			"workspaceSymbolProvider":    true,
			"workspace":                  object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
			"renameProvider":             object{"prepareProvider": true},
			"executeCommandProvider":     object{"commands": commands},
			"semanticTokensProvider":     object{"full": true, "legend": object{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers}},
		},
	}, nil
}

func (s *server) shutdown(context.Context, *nothing) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	for _, j := range s.jobs {
		j.stop()
	}
	return nil, nil
}

// begun reports whether the request initialize was handled.
func (s *server) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready
}

// leave ends the session, once the requests before are answered.
func (s *server) leave(context.Context, *request) (any, error) {
	s.line.until(func() bool { return len(s.line.open) == 0 })
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.exit:
	default:
		close(s.exit)
	}
	return nil, nil
}

func (s *server) cancelRequest(_ context.Context, p *struct {
	ID json.RawMessage `json:"id"`
}) (any, error) {
	s.rpc.cancel(p.ID)
	return nil, nil
}

// notify sends a notification, if the session still has an editor.
func (s *server) notify(method string, params any) {
	s.mu.Lock()
	over := s.over
	s.mu.Unlock()
	if !over {
		s.rpc.notify(method, params)
	}
}

// ask sends a request and does not wait for the answer, because nothing depends on it.
func (s *server) ask(method string, params any) {
	go func() {
		ctx, end := context.WithTimeout(s.ctx, 10*time.Second)
		defer end()
		_ = s.rpc.ask(ctx, method, params)
	}()
}

func (s *server) didOpen(_ context.Context, p *didOpen) (any, error) {
	d := &document{uri: p.TextDocument.URI, path: pathOf(p.TextDocument.URI), version: p.TextDocument.Version, text: newText([]byte(p.TextDocument.Text))}
	s.mu.Lock()
	s.open[d.path] = d
	s.mu.Unlock()
	if isGo(d.path) {
		s.opened()
	}
	s.changed(d.path)
	return nil, nil
}

func (s *server) didChange(_ context.Context, p *didChange) (any, error) {
	path := pathOf(p.TextDocument.URI)
	s.mu.Lock()
	if d := s.open[path]; d != nil {
		t := d.text
		for _, c := range p.ContentChanges {
			t = t.edited(c)
		}
		s.open[path] = &document{uri: d.uri, path: path, version: p.TextDocument.Version, text: t}
	}
	s.mu.Unlock()
	if isGo(path) {
		s.edited()
	}
	s.changed(path)
	return nil, nil
}

// didSave checks Go packages again. Other files are checked while they are typed.
func (s *server) didSave(_ context.Context, p *at) (any, error) {
	if isGo(pathOf(p.TextDocument.URI)) {
		s.edited()
		s.opened()
	}
	return nil, nil
}

func (s *server) didClose(_ context.Context, p *at) (any, error) {
	path := pathOf(p.TextDocument.URI)
	before := s.view().subjects(path)
	s.mu.Lock()
	delete(s.open, path)
	s.mu.Unlock()
	if isGo(path) {
		s.packageClosed(filepath.Dir(path))
	}
	s.closed(path, before)
	return nil, nil
}

// watched reads files again that changed on the disk.
func (s *server) watched(_ context.Context, p *struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}) (any, error) {
	for _, c := range p.Changes {
		if path := pathOf(c.URI); isGo(path) {
			s.edited()
			s.opened()
		} else {
			s.changed(path)
		}
	}
	return nil, nil
}
