// Package calls has what specifications say of calls of Go functions: which of their events
// these are.
//
//	close = call (*os.File).Close on f
//
// is the event close, of the object f, before each call of the method Close: it has a Call with
// the name of the function, and the place of the object, its receiver.
//
// What it does not do: package fsa reads it, and the front end for Go looks for the calls and the
// objects.
package calls

import (
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Bound is a specification with events that are calls.
type Bound struct {
	File, Name string
	Property   bool    // it is a property, not a constraint
	Each       string  // the name of its object, as f in `for each f`; "" if it is about all calls together
	Goroutine  bool    // it is about what each goroutine does
	Others     bool    // it also has events that are no calls
	Events     []Event // those that are calls
}

// EachGoroutine is the word that makes a specification one of what each goroutine does.
const EachGoroutine = "goroutine"

// Event is an event that is any of some calls.
type Event struct {
	Short string
	Calls []Call
}

// Call is a call of a function, before it or after it has returned.
type Call struct {
	Return bool           // the event is after the call has returned; else before the call
	OK     bool           // the event is only there if the error that is returned is nil
	Func   string         // the function, as it is written: (*os.File).Close; "" where Place is Itself
	Object bool           // the event is one of an object
	Makes  bool           // the call makes that object
	Place  Place          // where the call has that object
	Pos    token.Position // where Func stands in the specification
	Len    int            // its length there, in bytes
	// Name is where the name of the object stands.
	Name struct{ At, Len int }
}

func (c *Call) String() string {
	text := "call "
	if c.Return {
		text = "return "
	}
	if c.OK {
		text += "ok "
	}
	return text + c.Func
}

// Place is where a call has its object.
type Place struct {
	Kind  PlaceKind
	Index int    // of results and arguments, from 0; Any: whichever
	Path  string // of fields in it: ".Body"
}

// PlaceKind says what holds an object.
type PlaceKind uint8

// The kinds of places.
const (
	// Default is the receiver of a method, the first argument of a function; where it is made, the result.
	Default PlaceKind = iota
	Result
	Receiver
	Argument
	// Itself is the function that is called.
	Itself
)

// Any is the index of any argument.
const Any = -1

var placeText = regexp.MustCompile(`^(result|receiver|arg)(?:\[(\d+)\])?((?:\.\w+)*)$`)

// PlaceOf returns the place that a text names: result, result[1], receiver, arg, arg[0], result.Body.
func PlaceOf(text string) (Place, bool) {
	m := placeText.FindStringSubmatch(text)
	if m == nil {
		return Place{}, false
	}
	kinds := map[string]PlaceKind{"result": Result, "receiver": Receiver, "arg": Argument}
	place := Place{Kind: kinds[m[1]], Path: m[3]}
	switch {
	case m[2] != "":
		place.Index, _ = strconv.Atoi(m[2])
	case m[1] == "arg":
		place.Index = Any
	}
	return place, true
}

// Objects are those of a program of Go that the bound specifications of files are about.
type Objects struct {
	Of     map[Key][]string // names; none: there is no such object in the program
	Events map[Key]map[string]string
	// Goroutines are the tasks that do, or may do, some of the events of specifications of what each goroutine does.
	Goroutines map[Key][]string
}

// Key tells bound specifications apart.
type Key struct{ File, Name string }

// StartsFunction reports whether what comes behind the word call or return of a binding begins so.
func StartsFunction(rest string) bool {
	next := strings.TrimLeft(rest, " \t")
	return next != rest && next != "" && (letter(next[0]) || next[0] == '(' || next[0] == '"') && !strings.HasPrefix(next, "()")
}

var plainFunction = regexp.MustCompile(`^(\(\*?[^\s()"]+\)|[A-Za-z_][\w./~-]*)\.(\w+|\*)|^[A-Za-z_]\w*`)

// Function returns the length of the name of a function of Go that src begins with: os.Open,
// (*os.File).Close, net/http.*; 0 if it begins with none.
func Function(src string) int { return len(plainFunction.FindString(src)) }

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
