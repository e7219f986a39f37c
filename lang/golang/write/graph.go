package write

import (
	"fmt"
	"go/token"
	"slices"
)

// This file has control flow graphs of functions, and removes from them what does nothing. Structure (structure.go)
// writes what is left as statements.

// Kind says how a vertex ends.
type Kind uint8

// The kinds, with the successors that a vertex has.
const (
	Jump   Kind = iota // one successor
	Test               // two: where Cond is true, and where it is false
	Choice             // any number: one of them is chosen freely
	Pick               // a select: one for each of Arms
	Ret                // none: the function returns
	Halt               // none: nothing follows, as after an endless loop in Lines
	Stop               // none: the task ends here, and what it does from now on lets nobody go on
)

// Vertex is a vertex of a control flow graph: it executes lines, and then ends as its kind says.
type Vertex struct {
	Lines []Line
	Kind  Kind
	Cond  string      // of a Test: the condition
	Arms  []string    // of a Pick: the alternatives, "case c <- 0:" or "else:"
	At    []token.Pos // of a Pick: the position of the communication of each alternative
	Succ  []int       // the successors
	Pos   token.Pos   // of the ending
}

// Graph is the control flow graph of a function; vertex 0 is its start.
type Graph struct {
	V   []Vertex
	ID  int       // a number that makes labels unique
	Pos token.Pos // of the function
	// Unwinds: lines may leave the body by a break to the label Unwind. Then Left is executed, and the function ends.
	Unwinds bool
	Left    []Line
	// Endless is called with the positions of loops that do nothing, and which are taken to end. Jump is called with
	// those of jumps into loops, which the task language does not have: they are cut.
	Endless, Jump func(token.Pos)
}

// Unwind returns the label of the body of a function that may be left.
func Unwind(id int) string { return fmt.Sprintf("f%d_unwind", id) }

// Reduce removes vertices that do nothing and decide nothing, until no more can be removed:
//
//   - a successor that only jumps is replaced by where it jumps to;
//   - a branch whose successors are all the same becomes a jump;
//   - a choice that does nothing loses its edge to itself: a loop without synchronization is taken to end;
//   - a vertex takes over the ending of a successor that has no lines, no other predecessors, and is a Choice or a
//     Ret.
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
