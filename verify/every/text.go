package every

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"flavers/automata"
	"flavers/lang/symbols"
)

// This file tells of a text, and of a property, that more tasks differ from few in their
// number only. Samples cannot tell that: "if i == 7" looks alike for 5 and 6 tasks.

// Use is a place where a program depends on a constant, or on which member a task is, in
// another way than by the number of tasks.
type Use struct {
	symbols.Span
	Reason string
}

func (u *Use) Error() string { return u.Reason }

var (
	beforeBound = regexp.MustCompile(`\btask\s+\w+\s*\[\s*\w+\s+in\s+0\s*\.\.\s*$`)
	afterBound  = regexp.MustCompile(`^\s*-\s*1\s*\]`)
	beforeArg   = regexp.MustCompile(`\bevent\s+\w+\s*\((\s*\w+\s*,)*\s*$`)
	afterArg    = regexp.MustCompile(`^\s*[,)]`)
	isSelf      = regexp.MustCompile(`\bself\b`)
	isComment   = regexp.MustCompile(`//[^\n]*|(?s:/\*.*?\*/)`)
	inBrackets  = regexp.MustCompile(`[\[(][^\])]*[0-9]`)
)

// Uniform tells whether a program is uniform in a constant (docs/theory.md, "Every number of
// tasks"): N stands only in "task name[i in 0..N-1]", and each such i only in the arguments
// of events. Then all members are one automaton, and only names of events tell them apart. The
// error is a *Use, the first place that says otherwise, or says that there is no
// such constant. x is the index of the text.
//
// May err towards: not uniform.
func Uniform(text string, x *symbols.Index, constant string) error {
	text = isComment.ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat(" ", len(c)) })
	n := symbols.None
	for i, s := range x.Symbols {
		if s.Kind == symbols.Constant && s.Name == constant {
			n = symbols.ID(i)
		}
	}
	if n == symbols.None {
		return fmt.Errorf("the program has no constant %s", constant)
	}
	grows := map[symbols.ID]bool{}
	for _, o := range x.Places(n) {
		if o.Span == x.Symbols[n].Place {
			continue
		}
		if !beforeBound.MatchString(text[:o.At]) || !afterBound.MatchString(text[o.End:]) {
			return &Use{o.Span, constant + " is used for more than the number of tasks, as in task name[i in 0.." + constant + "-1]"}
		}
		task := x.Around(o.At)
		if task == symbols.None || x.Symbols[task].Kind != symbols.Task {
			return &Use{o.Span, "no task is declared here"}
		}
		grows[task] = true
	}
	if len(grows) == 0 {
		return fmt.Errorf("%s is not the number of tasks of any family", constant)
	}
	if at := isSelf.FindStringIndex(text); at != nil { // perhaps in a procedure of all tasks
		return &Use{symbols.Span{At: at[0], End: at[1]}, "a task uses which of its family it is"}
	}
	for i, s := range x.Symbols {
		if s.Kind != symbols.Running || !grows[s.Within] {
			continue
		}
		for _, o := range x.Places(symbols.ID(i)) {
			if o.Span != s.Place && (!beforeArg.MatchString(text[:o.At]) || !afterArg.MatchString(text[o.End:])) {
				return &Use{o.Span, s.Name + " is used for more than the arguments of events"}
			}
		}
	}
	return nil
}

// allAlike tells whether the patterns of a property see all members alike, however many
// there are: e(7) is no event of a sample with 5 members, and e(?) none of the tenth.
func allAlike(sp *automata.Spec) error {
	for _, s := range sp.Symbols {
		text := s.Pattern.String()
		behindStar := strings.Contains(text, "*") && strings.ContainsAny(text, "0123456789")
		if inBrackets.MatchString(text) || strings.Contains(text, "?") || behindStar {
			return errors.New("the property names a number: " + text)
		}
	}
	return nil
}
