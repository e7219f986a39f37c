package native

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// Clients (package clients) are Go source, with one exception: functions without a body, which return any value. This
// file gives them bodies, which return random values, so that clients can be compiled.

//go:embed values.txt
var values string

// CallersFile is the name of the file with the clients of a package.
const CallersFile = "zz_flavers_clients_test.go"

// valuesFile is the name of the file with the functions that make random values.
const valuesFile = "zz_flavers_values_test.go"

// bodiless matches a function without a body.
var bodiless = regexp.MustCompile(`(?m)^func (\w+)\(\) (.+[^{\n])$`)

// Callers returns the text of clients as it can be compiled. All lines keep their numbers, and line directives become
// comments, so that positions are those of the text itself.
func Callers(text string) string {
	text = strings.ReplaceAll(text, "\n//line ", "\n// at ")
	return bodiless.ReplaceAllString(text, "func $1() (v $2) { flaversFill(&v); return }")
}

// callers adds the files of clients, with gates, to an overlay. q and path are those of instrument.
func (b *Binary) callers(overlay map[string]string, places map[string][]Place, site *int, q, path string) error {
	t := b.target
	if t.Callers == "" {
		return nil
	}
	name := filepath.Join(t.Dir, CallersFile)
	numbers := b.numbered(places[name], site)
	text := []byte(Callers(t.Callers))
	g, err := instrument(name, text, numbers, q, path)
	if err != nil {
		return err
	}
	if g != nil {
		b.sites[name], b.arms[name] = numbers, g.arms
		text = g.text
	}
	if t.old() {
		text = upgraded(name, text)
	}
	if err := b.put(overlay, name, text); err != nil {
		return err
	}
	return b.put(overlay, filepath.Join(t.Dir, valuesFile), []byte(strings.Replace(values, "PACKAGE", t.Name, 1)))
}

// numbered gives each place a number, from *site on, and advances *site.
func (b *Binary) numbered(places []Place, site *int) map[Place]int {
	numbers := map[Place]int{}
	for _, p := range places {
		if _, ok := numbers[p]; !ok {
			numbers[p] = *site
			*site++
		}
	}
	return numbers
}

// environment returns the environment variable by which a run tells the functions that make values what to make.
func (m Mode) environment() string {
	words, err := json.Marshal(m.Words)
	if err != nil { // impossible for texts
		panic(err)
	}
	return fmt.Sprintf(`FLAVERS_VALUES={"Seed": %d, "Words": %s}`, m.Values, words)
}
