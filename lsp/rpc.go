package lsp

// JSON-RPC 2.0 as editors use it: requests and notifications of both sides, one in a message. A library would be
// shorter; those that there are link an HTTP server, which is a tenth of what is compiled for the command.

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Codes of errors of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
	noSuchMethod   = -32601
	invalidParams  = -32602
	internalError  = -32603
)

// rpcError is an error as it is sent.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// request is a request, or a notification, which has no ID, or an answer, which has no method.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Error  *rpcError       `json:"error"`
}

// handler handles requests and notifications of a method. The answers to notifications are not sent.
type handler func(context.Context, *request) (any, error)

// sideBySide is how many requests are handled at a time.
const sideBySide = 64

// rpc is one end of a stream of messages.
type rpc struct {
	ctx      context.Context
	line     *stream
	handlers map[string]handler
	queue    chan *request // in the order in which they came
	room     chan struct{} // holds a value for each request that is handled

	sending sync.Mutex
	mu      sync.Mutex
	running map[string]context.CancelFunc // requests of the other side, by ID
	asked   map[string]chan *request      // of this side, by ID
	last    int
}

func newRPC(ctx context.Context, line *stream, handlers map[string]handler) *rpc {
	return &rpc{ctx: ctx, line: line, handlers: handlers, queue: make(chan *request, 1024),
		room: make(chan struct{}, sideBySide), running: map[string]context.CancelFunc{}, asked: map[string]chan *request{}}
}

// serve handles what comes until the stream ends. Requests run side by side. A notification is handled before anything
// that came after it.
func (r *rpc) serve() {
	defer close(r.queue)
	go r.handle()
	for {
		text, err := r.line.Recv()
		if err != nil {
			return
		}
		m := &request{}
		switch err := json.Unmarshal(text, m); {
		case err != nil && !json.Valid(text):
			r.answer(json.RawMessage("null"), nil, &rpcError{parseError, "it is not JSON"})
		case err != nil, m.Method == "" && m.ID == nil:
			r.answer(json.RawMessage("null"), nil, &rpcError{invalidRequest, "it is no request"})
		case m.Method == "":
			r.mu.Lock()
			if back := r.asked[string(m.ID)]; back != nil {
				back <- m // it has room for one
				delete(r.asked, string(m.ID))
			}
			r.mu.Unlock()
		default:
			select {
			case r.queue <- m:
			case <-r.ctx.Done():
				return
			}
		}
	}
}

// handle handles requests and notifications in their order.
func (r *rpc) handle() {
	for m := range r.queue {
		do := r.handlers[m.Method]
		if m.ID == nil {
			if do != nil {
				_, _ = do(r.ctx, m) // nobody waits for it
			}
			continue
		}
		if do == nil {
			r.answer(m.ID, nil, &rpcError{noSuchMethod, fmt.Sprintf("no such method %q", m.Method)})
			continue
		}
		ctx, end := context.WithCancel(r.ctx)
		r.mu.Lock()
		_, twice := r.running[string(m.ID)]
		if !twice {
			r.running[string(m.ID)] = end
		}
		r.mu.Unlock()
		if twice {
			end()
			r.answer(m.ID, nil, &rpcError{invalidRequest, fmt.Sprintf("a request %s has no answer yet", m.ID)})
			continue
		}
		r.room <- struct{}{}
		go func() {
			defer func() { <-r.room }()
			defer end()
			result, err := do(ctx, m)
			r.mu.Lock()
			delete(r.running, string(m.ID))
			r.mu.Unlock()
			r.answer(m.ID, result, err)
		}()
	}
}

// answer sends an answer: a result, or an error.
func (r *rpc) answer(id json.RawMessage, result any, err error) {
	m := map[string]any{"jsonrpc": "2.0", "id": id}
	if e, ok := err.(*rpcError); ok {
		m["error"] = e
	} else if err != nil {
		m["error"] = &rpcError{internalError, err.Error()}
	} else {
		m["result"] = result
	}
	_ = r.send(m) // the other side is gone, which ends the stream
}

// send sends a message.
func (r *rpc) send(m map[string]any) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	r.sending.Lock()
	defer r.sending.Unlock()
	return r.line.Send(text)
}

// cancel ends the context of a request of the other side.
func (r *rpc) cancel(id json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if end := r.running[strings.TrimSpace(string(id))]; end != nil {
		end()
	}
}

// notify sends a notification.
func (r *rpc) notify(method string, params any) {
	_ = r.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params}) // fails if the other side is gone
}

// ask sends a request, and waits until it is answered or ctx ends. The content of the answer is ignored.
func (r *rpc) ask(ctx context.Context, method string, params any) error {
	back := make(chan *request, 1)
	r.mu.Lock()
	r.last++
	id := strconv.Itoa(r.last)
	r.asked[id] = back
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.asked, id)
	}()
	m := map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method}
	if params != nil {
		m["params"] = params
	}
	if err := r.send(m); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case a := <-back:
		if a.Error != nil {
			return a.Error
		}
		return nil
	}
}
