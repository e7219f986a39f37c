// Package render turns plain drawing data into pictures: graphs with one
// column per task, and executions as message sequence charts.
//
// The drawing of
//
//	task a { event x; call b.e }        task b { entry e; accept e }
//
// has two columns, the node x in the first, the waiting places of the call and
// of the accept below each other's level, and the communication node e between
// the columns:
//
//	|   a   |     |   b    |
//	|  (x)  |     | accept |
//	|  call |     |   /    |
//	|      \| (e) |  /     |
//
// A picture is made in three steps, each a function from a value to a new one:
// a Drawing says what there is, Place computes where it goes (layout.go), and
// WriteSVG writes that down. WriteDOT hands a Drawing to Graphviz instead,
// Graphviz runs it, and Chart is the other kind of picture, of an execution.
//
// What the package does not do: it knows neither programs nor automata; what
// the classes of nodes and the kinds of edges mean was decided by who made the
// Drawing. It does not read the clock or the environment. Equal drawings give
// equal bytes.
//
// The layout is a layered one (K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans.
// SMC 11(2), 1981) with the horizontal coordinates of U. Brandes and B. Köpf
// ("Fast and simple horizontal coordinate assignment", GD 2001), done for each
// column on its own. Ours differs: columns are given, so layers are ordered
// within columns only, by depth-first search instead of crossing reduction;
// edges back in the control flow run beside the column; sets of nodes with the
// same successors are joined by a point, so that n nodes before m nodes give
// n+m lines and not n*m; edges between tasks run together likewise (bundle.go), and
// where that is not enough all edges between two tasks are one (cables.go).
// Large drawings have dots for what matters least, and many columns are broken
// into bands (bands.go).
//
// To add a class of nodes or a kind of edges:
//
//  1. Its constant here.
//  2. Its style in style.go.
//  3. Its line in legend.go.
//  4. Its shape in dot.go.
package render

// Class says what a node is, and so how it looks.
type Class uint8

const (
	Plain         Class = iota // a step, not classified
	Tau                        // no automaton reacts to it
	Local                      // only automata of its own task react to it
	Global                     // automata that other tasks move too react to it
	Communication              // a joint step of two tasks
	Site                       // a task waits here for a partner
	End                        // a task has ended
	Initial                    // I
	Final                      // F
)

var classNames = [...]string{"plain", "tau", "local", "global", "communication", "site", "end", "initial", "final"}

func (c Class) String() string { return classNames[c] }

// Kind says what an edge is.
type Kind uint8

const (
	Control Kind = iota // the control flow of a task
	MIP                 // may immediately precede: two tasks' steps directly after one another
	Removed             // a MIP edge that was eliminated; Edge.Rule says by what
	Meet                // two waiting places that can be partners
)

var kindNames = [...]string{"control", "mip", "removed", "meet"}

func (k Kind) String() string { return kindNames[k] }

// Node is one node of a drawing.
type Node struct {
	ID      string // unique in the drawing: "n12"; letters, digits, - and _
	Label   string // one line
	Event   string // the event that it is; "" if it is something else
	Title   string // what a pointer resting on it shows; several lines
	Class   Class
	Columns []int  // of its tasks, ascending: none for I and F, two for a communication
	Marked  bool   // a MIP edge may enter it although it is local
	Lit     bool   // on the path to be shown
	Badge   string // a short text at its corner, as the number of a step; "" for none
	Steps   []int  // the steps of the path that are taken here, from 1
	Focus   bool   // its edges to other tasks are drawn one by one, however many there are
}

// Edge is one directed edge; From and To index Drawing.Nodes.
type Edge struct {
	From, To int
	Kind     Kind
	Both     bool   // there is also the edge from To to From, of the same kind and rule; not for Control
	Rule     int    // Removed: index into Drawing.Rules
	Lit      bool   // on the path to be shown
	Badge    string // Lit: the number of the step it leads to; "" for none
}

// Drawing is a graph to be drawn.
type Drawing struct {
	Title   string
	Notes   []string // below the title, one line each
	Columns []string // names of the tasks, in the order to be shown unless Place finds a better one
	Rules   []string // what is so of removed edges, a few words each; at most MaxRules
	// Because says, by rule, why such an edge is not needed; {m} and {n} stand for its nodes, {first} and {second} for
	// their tasks.
	Because []string
	Nodes   []Node
	Edges   []Edge
	// Full labels every node. Otherwise, in a drawing of more than maxLabelled
	// nodes, unlit steps that nothing reacts to are dots, and so are waiting places
	// if communications are drawn.
	Full bool
}

// Count returns the number of edges of a kind, both directions counted.
func (d *Drawing) Count(k Kind) int {
	n := 0
	for i := range d.Edges {
		if d.Edges[i].Kind == k {
			n++
			if d.Edges[i].Both {
				n++
			}
		}
	}
	return n
}

// Index returns the node with this ID, or -1.
func (d *Drawing) Index(id string) int {
	for i := range d.Nodes {
		if d.Nodes[i].ID == id {
			return i
		}
	}
	return -1
}
