// Package std is a table of what functions of the standard library do with what they are given, so far as it may
// synchronize: functions, channels, locks, interface values, and what holds these.
//
//	package encoding/json
//	asks(code) fills: Unmarshal Decoder.Decode
//		- UnmarshalJSON and UnmarshalText; values are made where there are none
//
// A row says what functions may do, and why. What has no row may do anything: only a function whose operands cannot
// lead to what synchronizes, by their types, needs none (package heap, Carries). So a row is a claim about the source
// of the library, and a missing one costs precision only.
//
// A second table, outside.txt, says which functions wait for what is outside of the program: see Outside. A third one,
// ends.txt, says which functions come to an end whatever they are given: see Ends.
//
// To add a row: read the source of the function in GOROOT, write the row and the reason into table.txt, and run the
// tests, which look up each name in the library. A row for an effect that there is not yet needs a field of Row, its
// word in words, and a place in lang/golang/heap that acts on it.
package std

import (
	_ "embed"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Row says what a function may do with its operands, the receiver among them, and with what these hold. Whatever it is,
// but for Looks and Modelled, the function may call functions that it is given, and methods of the types of its
// operands if these are interfaces, before it returns and in the same goroutine; also those in exported fields of
// structs of the library, and of what such a call returns.
type Row struct {
	Looks    bool   // it calls nothing
	Asks     string // it asks values for methods of a set of package heap, whatever the types of its operands; or ""
	Holds    bool   // its result or its receiver keeps operands, and calls them when it is used
	Gives    bool   // it returns operands, or another function does
	Fills    bool   // it may assign anything to what operands point to
	Later    bool   // it may keep operands, and call them at any time, from any goroutine
	Waits    bool   // what it does or makes may wait for other goroutines of the program
	Modelled bool   // package heap or package extract has a model of it

	Joins bool // it waits until functions have returned that goroutines of the library have called

	Listens, Dials bool // it makes one end of a connection, whose other end the program may have, too

	Outside Waiting // of outside.txt
	Ends    bool    // of ends.txt

	// Locks is what it calls while it holds a lock of its package: methods of these names, functions that it is given
	// ("func"), or such as it was given earlier, which return something ("value"). "none": it takes the lock, and calls
	// nothing.
	Locks []string

	Reason string
}

// Keeps reports whether operands may be called when the function has returned.
func (r Row) Keeps() bool { return r.Holds || r.Later }

//go:embed table.txt
var text string

//go:embed outside.txt
var outsideText string

//go:embed ends.txt
var endsText string

var (
	table   = sync.OnceValue(func() map[string]Row { return must(parse(text)) })
	outside = sync.OnceValue(func() map[string]Row { return must(parse(outsideText)) })
	ends    = sync.OnceValue(func() map[string]Row { return must(parse(endsText)) })
)

func must(rows map[string]Row, err error) map[string]Row {
	if err != nil {
		panic(err) // the tests read the tables
	}
	return rows
}

// Waiting says how long a function may wait for what is outside of the program: the network, a process, a database, or
// who sits at the terminal.
type Waiting uint8

// How long a function waits for what is outside.
const (
	Returns Waiting = iota // not at all, or for a time that is bounded
	Reads                  // as long as what it reads from, which may be outside
	Stays                  // perhaps for ever
)

// Outside returns how long a function may wait for what is outside of the program, under its full name. May err
// towards: Returns, of a function without a row.
func Outside(name string) Waiting { return outside()[Key(name)].Outside }

// Ends reports whether a function, under its full name, comes to an end whatever the functions and methods return that
// it calls: it calls them once, for each item, or while it sorts. May err towards: no, of a function without a row.
func Ends(name string) bool { return ends()[Key(name)].Ends }

// Of returns the row of a function under its full name, as (*types.Func).FullName has it.
func Of(name string) (Row, bool) {
	row, ok := table()[Key(name)]
	return row, ok
}

// All lists the functions that have rows, by their keys.
func All() iter.Seq2[string, Row] { return maps.All(table()) }

// Key returns the name of a function in the table: "(*sync/atomic.Pointer[T]).Load" is sync/atomic.Pointer.Load.
func Key(name string) string {
	method, ok := strings.CutPrefix(name, "(")
	if !ok {
		return name
	}
	of, method, _ := strings.Cut(method, ").")
	of, _, _ = strings.Cut(strings.TrimPrefix(of, "*"), "[")
	return of + "." + method
}

// parse reads a table. Errors name the line.
func parse(text string) (map[string]Row, error) {
	rows := map[string]Row{}
	pkg := ""
	var row Row
	var names []string
	put := func() error {
		if len(names) > 0 && row.Reason == "" {
			return fmt.Errorf("no reason for %s of package %s", names[0], pkg)
		}
		for _, name := range names {
			if _, twice := rows[pkg+"."+name]; twice {
				return fmt.Errorf("%s.%s has two rows", pkg, name)
			}
			rows[pkg+"."+name] = row
		}
		row, names = Row{}, nil
		return nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		var err error
		more, indented := strings.CutPrefix(line, "\t")
		reason, begins := strings.CutPrefix(more, "- ")
		path, opens := strings.CutPrefix(line, "package ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case indented && begins:
			row.Reason = reason
		case indented && row.Reason != "":
			row.Reason += " " + strings.TrimSpace(more)
		case indented:
			names = append(names, strings.Fields(more)...)
		case opens:
			err = put()
			pkg = path
		default:
			err = put()
			effects, list, ok := strings.Cut(line, ":")
			if !ok && err == nil {
				err = fmt.Errorf("no colon")
			}
			names = strings.Fields(list)
			for _, word := range strings.Fields(effects) {
				if !row.set(word) && err == nil {
					err = fmt.Errorf("no effect is called %s", word)
				}
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return rows, put()
}

// words are the effects that are one word.
var words = map[string]func(*Row){
	"looks": func(r *Row) { r.Looks = true }, "calls": func(*Row) {}, "holds": func(r *Row) { r.Holds = true },
	"gives": func(r *Row) { r.Gives = true }, "fills": func(r *Row) { r.Fills = true },
	"later": func(r *Row) { r.Later = true }, "waits": func(r *Row) { r.Waits = true },
	"model": func(r *Row) { r.Modelled = true }, "joins": func(r *Row) { r.Joins = true },
	"listens": func(r *Row) { r.Listens = true }, "dials": func(r *Row) { r.Dials = true },
	"ends":    func(r *Row) { r.Ends = true },
	"outside": func(r *Row) { r.Outside = Stays }, "reads": func(r *Row) { r.Outside = Reads },
}

// Sets are the sets of methods that functions ask for.
var Sets = []string{"any", "calls", "code", "format", "more", "scan"}

func (r *Row) set(word string) bool {
	if do := words[word]; do != nil {
		do(r)
		return true
	}
	if list, ok := strings.CutPrefix(word, "locks("); ok {
		list, ok = strings.CutSuffix(list, ")")
		r.Locks = strings.Split(list, ",")
		return ok
	}
	set, ok := strings.CutPrefix(word, "asks(")
	set, closed := strings.CutSuffix(set, ")")
	r.Asks = set
	return ok && closed && slices.Contains(Sets, set)
}

// Varies reports whether a function, by its key, answers by chance or by the time: something else in each call. Others
// that do not ask the outside answer the same of the same operands, unless the program changes what they tell of.
func Varies(key string) bool {
	return strings.HasPrefix(key, "math/rand") || strings.HasPrefix(key, "crypto/rand.") || key == "time.Now"
}
