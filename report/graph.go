package report

// Graph is the state space of a small program: every reachable state, with the states of the specifications, and every
// step between them. Its JSON is for the script of the page, with which a person executes the program by hand.
//
// Many states share their values, moves and waiting tasks. To keep the page small, the graph has each of them once, in
// a table, and a state or move has indices of this table: Values of a state [0, 3] mean Texts[0] and Texts[3].
type Graph struct {
	Tasks    []string     `json:"tasks"`
	Specs    []string     `json:"specs"`    // names of properties and constraints
	Names    []string     `json:"names"`    // of the variables, then of locks, channels, mailboxes and the like
	Vars     int          `json:"vars"`     // number of variables: the first of Names
	Texts    []string     `json:"texts"`    // table of values, states of specifications, events and positions
	Moves    []GraphMove  `json:"moves"`    // table
	Waits    [][]Waiting  `json:"waits"`    // table of lists of the tasks that cannot move
	States   []GraphState `json:"states"`   // the first is the initial one
	Schedule string       `json:"schedule"` // the beginning of a schedule; the choices follow, separated by commas
}

// GraphMove is a step that can be taken in some states.
type GraphMove struct {
	Tasks  []int  `json:"tasks"`            // indices of Graph.Tasks, the active task first
	Events []int  `json:"events"`           // indices of Texts
	Pos    int    `json:"pos"`              // index of Texts
	Choice string `json:"choice"`           // the step in a schedule: "4.1"
	Failed bool   `json:"failed,omitempty"` // the step ends in a run-time error
}

// GraphState is one state of the program.
type GraphState struct {
	Values   []int    `json:"v"`           // for each of Graph.Names its value: index of Texts
	Specs    []int    `json:"q"`           // for each of Graph.Specs its state: index of Texts
	Violated []int    `json:"b,omitempty"` // the violated specifications: indices of Graph.Specs
	Wait     int      `json:"w"`           // the tasks that cannot move: index of Waits
	End      string   `json:"e,omitempty"` // "ended" or "deadlock"; "" while some task can move
	Steps    [][2]int `json:"s"`           // the steps: index of States, or -1 if the step fails, and index of Moves
}
