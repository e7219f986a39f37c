package native

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// Clients are Go source, too, but for functions without a body, which return any value. Here they get one.

//go:embed values.txt
var values string

// CallersFile is the name of the file of a package that its clients are run from.
const CallersFile = "zz_flavers_clients_test.go"

// valuesFile is the name of the file with the functions that make values for them.
const valuesFile = "zz_flavers_values_test.go"

// bodiless is a function without a body.
var bodiless = regexp.MustCompile(`(?m)^func (\w+)\(\) (.+[^{\n])$`)

// Callers is the text of clients, as it can be run: functions without a body return some value of their type. Each line
// is at its place, and positions are those of the text itself.
func Callers(text string) string {
	text = strings.ReplaceAll(text, "\n//line ", "\n// at ")
	return bodiless.ReplaceAllString(text, "func $1() (v $2) { flaversFill(&v); return }")
}

// callers adds the files of clients to an overlay.
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

// numbered gives places numbers of their own, from site on.
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

// environment is what a run tells the functions that make values.
func (m Mode) environment() string {
	words, err := json.Marshal(m.Words)
	if err != nil { // no texts are wrong
		panic(err)
	}
	return fmt.Sprintf(`FLAVERS_VALUES={"Seed": %d, "Words": %s}`, m.Values, words)
}
