package write

import (
	"fmt"
	"strings"
	"unicode"
)

// Names has the names that are taken, each with the last number that was put behind it to make another one.
type Names map[string]int

// Unique returns a new name of the task language, and takes it: the given name with the characters that names may
// have and, if that is taken, with a number: "mu", "mu_1". If name is empty or a keyword, other comes before it.
func (n Names) Unique(name, other string) string {
	name = Identifier(name)
	if name == "" || keywords[name] {
		name = strings.TrimSuffix(other+"_"+name, "_")
	}
	if keywords[name] {
		name = "a_" + name
	}
	base := name
	for k := n[base]; n[name] > 0; {
		k++
		name = fmt.Sprintf("%s_%d", base, k)
		n[base] = k
	}
	n[name] = 1
	return name
}

// keywords are the words of the task language.
var keywords = func() map[string]bool {
	out := map[string]bool{}
	for _, k := range strings.Fields(`program const enum shared lock rwlock sem chan proc task actor looper process entry var event call
		accept select case else terminate when post close unlock rlock runlock acquire release wait notify
		notifyall await assert atomic if for in while loop break continue return stop skip choose or spawn
		join true false min max self any then bool ref dynamic server on init quorum capacity len empty full
		fair waitgroup add done cond signal broadcast once trylock tryrlock exit range none`) {
		out[k] = true
	}
	return out
}()

// Identifier turns a text into a name of the task language: letters, digits and _. Letters beyond ASCII are written
// as "u" and their number in hexadecimal.
func Identifier(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case unicode.IsLetter(r):
			fmt.Fprintf(&b, "u%x", r)
		default:
			b.WriteByte('_')
		}
	}
	return strings.TrimRight(strings.TrimLeft(b.String(), "_0123456789"), "_")
}
