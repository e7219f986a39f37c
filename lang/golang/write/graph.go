package write

import (
	"fmt"
	"go/token"
	"slices"
)

// Kind is how a node of control flow ends.
type Kind uint8

// How control flow goes on.
const (
	Jump   Kind = iota // one successor
	Test               // two: where cond holds, and where not
	Choice             // any of them
	Pick               // of a select: one for each arm
	Ret                // the function ends
	Halt               // nothing follows
	Stop               // the task ends here: what it does from now on lets nobody go on
)

// Vertex is a node of the control flow of an instance: lines, and how it goes on.
type Vertex struct {
	Lines []Line
	Kind  Kind
	Cond  string
	Arms  []string    // of a select: "case c <- 0:"
	At    []token.Pos // where these are
	Succ  []int
	Pos   token.Pos
}

// Graph is the control flow of a function; vertex 0 is its start.
type Graph struct {
	V   []Vertex
	ID  int       // labels have it
	Pos token.Pos // of the function
	// Unwinds: the body may be left by a break to Unwind; then comes what is in Left.
	Unwinds bool
	Left    []Line
	// Endless and Jump are told of loops that are taken to end, and of jumps into loops, which are cut.
	Endless, Jump func(token.Pos)
}

// Unwind is the label of the body of a function that may be left.
func Unwind(id int) string { return fmt.Sprintf("f%d_unwind", id) }

// Reduce leaves out what neither does anything nor decides anything. A loop without
// synchronization is taken to end.
func (g *Graph) Reduce() {
	for changed := true; changed; {
		changed = false
		preds := make([]int, len(g.V))
		preds[0]++
		for i := range g.V {
			for _, s := range g.V[i].Succ {
				preds[s]++
			}
		}
		for i := range g.V {
			v := &g.V[i]
			for k, s := range v.Succ {
				if t := &g.V[s]; t.Kind == Jump && len(t.Lines) == 0 && t.Succ[0] != s && s != i {
					v.Succ[k] = t.Succ[0]
					preds[t.Succ[0]]++ // the jump may stay, for others
					changed = true
				}
			}
			if v.Kind == Choice || v.Kind == Test {
				first := v.Succ[0]
				if !slices.ContainsFunc(v.Succ, func(s int) bool { return s != first }) && first != i {
					v.Kind, v.Succ, v.Cond = Jump, []int{first}, ""
					changed = true
				}
			}
			if v.Kind == Choice {
				leaves := slices.ContainsFunc(v.Succ, func(s int) bool { return s != i })
				if len(v.Lines) == 0 && slices.Contains(v.Succ, i) && leaves {
					v.Succ = slices.DeleteFunc(v.Succ, func(s int) bool { return s == i })
					g.Endless(v.Pos)
					changed = true
				}
				if n := len(v.Succ); n > 1 {
					slices.Sort(v.Succ)
					if v.Succ = slices.Compact(v.Succ); len(v.Succ) < n {
						changed = true
					}
				}
				if len(v.Succ) == 1 && v.Succ[0] != i {
					v.Kind = Jump
					changed = true
				}
			}
			if v.Kind == Jump || v.Kind == Choice {
				for k, s := range v.Succ {
					t := &g.V[s]
					if s == i || len(t.Lines) > 0 || preds[s] != 1 || t.Kind != Choice && t.Kind != Ret {
						continue
					}
					if t.Kind == Choice {
						v.Succ = append(slices.Delete(slices.Clone(v.Succ), k, k+1), t.Succ...)
						if v.Pos == token.NoPos {
							v.Pos = t.Pos
						}
						v.Kind = Choice
						t.Kind, t.Succ = Halt, nil
						changed = true
						break
					}
					if v.Kind == Jump {
						v.Kind, v.Succ = Ret, nil
						changed = true
						break
					}
				}
			}
		}
	}
}
