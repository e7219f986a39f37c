package report

// Graph is all that a small program can do: every reachable state, with the states of the properties, and every step
// between them. Its JSON is for the script of the page, with which a person executes the program by hand. Texts,
// moves and lists of waiting tasks are written once, and named by their index.
type Graph struct {
	Tasks    []string     `json:"tasks"`
	Specs    []string     `json:"specs"` // properties and constraints
	Names    []string     `json:"names"` // of variables, then of what locks, channels and mailboxes hold
	Vars     int          `json:"vars"`  // how many of Names are variables
	Texts    []string     `json:"texts"`
	Moves    []GraphMove  `json:"moves"`
	Waits    [][]Waiting  `json:"waits"`
	States   []GraphState `json:"states"`   // the first is the initial one
	Schedule string       `json:"schedule"` // what choices are put after, with commas between
}

// GraphMove is a step that can be taken in some states.
type GraphMove struct {
	Tasks  []int  `json:"tasks"` // index of Tasks, the active one first
	Events []int  `json:"events"`
	Pos    int    `json:"pos"`
	Choice string `json:"choice"` // as in a schedule: "4.1"
	Failed bool   `json:"failed,omitempty"`
}

// GraphState is one state.
type GraphState struct {
	Values   []int    `json:"v"`           // by name: index of Texts
	Specs    []int    `json:"q"`           // by specification, its state: index of Texts
	Violated []int    `json:"b,omitempty"` // index of Specs
	Wait     int      `json:"w"`           // index of Waits
	End      string   `json:"e,omitempty"` // "ended", "deadlock"; "" while something can move
	Steps    [][2]int `json:"s"`           // index of States, or -1 where the step fails; index of Moves
}
