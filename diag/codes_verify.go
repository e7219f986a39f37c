package diag

// VNoProperty: a property was asked for by a name that no specification has.
const VNoProperty Code = "V101"

// Saved constraint sets that do not fit the program or its properties.
const (
	VStaleProperty   Code = "V102"
	VStaleConstraint Code = "V103"
)

// VSchedule: a schedule cannot be read, or is of another program.
const VSchedule Code = "V105"

// What flavers stats cannot measure.
const (
	VTooLarge      Code = "V111"
	VNoConstraint  Code = "V112"
	VContradiction Code = "V113"
	VNotMeasured   Code = "V114"
	VNotBound      Code = "V115"
)

// VModel: a bound of the model was met, so that executions that exceed it are not known.
const VModel Code = "V116"

// VOption: an option of a check has a value that it cannot have.
const VOption Code = "V108"

// VNotLooked: a check that was not made, and why.
const VNotLooked Code = "V106"

// VSpins: a task runs for ever in a loop in which nothing happens.
const VSpins Code = "V117"

// VNeverEnds: a property that holds demands something at the end, and no
// execution ends.
const VNeverEnds Code = "V107"

// VUnfair: under the constraints written by hand, an answer is about executions that are not fair, or about none.
const VUnfair Code = "V118"

// Codes of the checker: V1xx what was asked for.
func verifyCodes() []Explanation {
	return []Explanation{{
		Code:  VNoProperty,
		Title: "no property has this name",
		Text: "--only NAME checks a single property. The specifications that were read declare none of that name.\n" +
			"Leave --only out to see all of them.",
		Wrong: `$ flavers check dining.tfg --only exlusion`,
		Right: `$ flavers check dining.tfg --only exclusion`,
	}, {
		Code:  VStaleProperty,
		Title: "saved constraints for a property that is not checked",
		Text: "The file given by --constraints-file holds a constraint set for a property that the specifications\n" +
			"do not declare (any more). The entry is ignored, and gone when the file is written again.",
		Wrong: `$ flavers check door.tfg --constraints-file sets.json     # a set for exclusion
$ sed -i s/exclusion/mutex/ door.fsa
$ flavers check door.tfg --constraints-file sets.json`,
		Right: `$ rm sets.json                                            # it is written anew
$ flavers check door.tfg --constraints-file sets.json`,
	}, {
		Code:  VStaleConstraint,
		Title: "a saved constraint does not exist in this program",
		Text: "The file given by --constraints-file names a task, variable or object that the program does not have\n" +
			"(any more). Refinement starts without it and adds what is missing, so the verdict is not affected.",
		Wrong: `$ flavers check dining.tfg --set N=4 --constraints-file sets.json     # needs task:phil[3]
$ flavers check dining.tfg --set N=3 --constraints-file sets.json`,
		Right: `$ flavers check dining.tfg --set N=4 --constraints-file sets4.json
$ flavers check dining.tfg --set N=3 --constraints-file sets3.json`,
	}, {
		Code:  VOption,
		Title: "an option has no such value",
		Text: "A program that calls the checker gave it an elimination rule, a refinement or an order of search\n" +
			"that does not exist. The command does not let such a value through. Lower case matters.",
		Wrong: `flavers.CheckOptions{POR: "Normal"}`,
		Right: `flavers.CheckOptions{POR: "normal"}`,
	}, {
		Code:  VNotLooked,
		Title: "something was not looked for",
		Text: "Without constraints every variable may have any value, so that nearly every assertion and assignment\n" +
			"could fail. Under --refine none run-time errors are therefore not looked for; auto and all look.\n" +
			"Most explorers judge executions that stop; flavers crosscheck compares these only.",
		Wrong: `$ flavers check dining.tfg --refine none`,
		Right: `$ flavers check dining.tfg --refine auto`,
	}, {
		Code:  VSpins,
		Title: "a task spins for ever",
		Text: "The task never leaves this loop once it is there, and nothing happens in it: no event, nothing that\n" +
			"another task waits for or sees. What its text does afterwards never happens. Under weak fairness,\n" +
			"all other tasks go on. If the task is to stop there, let it wait: \"await false\" in a server task.",
		Wrong: `task t { event begin; loop { skip }; event done }`,
		Right: `task t { event begin; loop { choose { skip } or { break } } event done }`,
	}, {
		Code:  VNeverEnds,
		Title: "no execution ends, so what a property demands at the end is not judged",
		Text: "A property is judged at every step, by whether its error state is reached, and where an execution\n" +
			"stops, by whether its state accepts. Here no execution stops, or none that obeys the constraints\n" +
			"written by hand: a task runs for ever. \"existence of x\" then holds although x may never happen.\n" +
			"Where this is meant (a server that does not end), write safety before the property's name to judge\n" +
			"it at its steps only. Otherwise look for the loop that is never left, or for a constraint that\n" +
			"excludes every end.",
		Wrong: `property served { existence of server.get }        // of a server that does not end`,
		Right: `safety property order { open precedes server.get }  // judged at every step`,
	}, {
		Code:  VUnfair,
		Title: "no fair execution obeys the constraints",
		Text: "Constraints written by hand exclude executions. Here they exclude what every fair execution does\n" +
			"sooner or later. A property that is judged of fair executions (--fairness weak or strong) then\n" +
			"holds of none: it holds, vacuously. A property that is violated at a step is violated all the same,\n" +
			"as steps are judged whether an execution is fair or not; but the execution obeys the constraints\n" +
			"only as long as some task waits for ever although it can move. Weaken the constraint, or ask with\n" +
			"--fairness none.",
		Wrong: `constraint c { absence of fin }      // of task A { event bad; event fin }
property p { fin responds to bad }   // while task B goes on for ever`,
		Right: `constraint c { bad precedes fin }
property p { fin responds to bad }`,
	}, {
		Code:  VSchedule,
		Title: "a schedule does not fit",
		Text: "A schedule is one word, 1:FINGERPRINT:STEP,STEP,..., as flavers check prints it for a violated\n" +
			"property. The fingerprint is of the program and its constants: when either has changed, the steps\n" +
			"may mean something else. Check again for a new schedule.",
		Wrong: `$ flavers check mutex.tfg --set N=2       # prints a schedule
$ flavers replay mutex.tfg --set N=3 1:69bd174f:0,1,6,7`,
		Right: `$ flavers check mutex.tfg --set N=2       # prints a schedule
$ flavers replay mutex.tfg --set N=2 1:69bd174f:0,1,6,7`,
	}, {
		Code:  VTooLarge,
		Title: "the program is too large to be tabled",
		Text: "A step, an object or a counter has more cases than the static analysis tables. Make ranges or arrays\n" +
			"smaller; --set changes constants.",
		Wrong: `actor a { on m(x 0..9999, y 0..9999) { skip } }
task t { post a.m(1, 2) }`,
		Right: `actor a { on m(x 0..3, y 0..3) { skip } }
task t { post a.m(1, 2) }`,
	}, {
		Code:  VNoConstraint,
		Title: "--constraints names no constraint",
		Text: "Constraints that are made from the program have names such as task:phil[0], var:phil[0].x and\n" +
			"lock:door. --dump automata of flavers check, with --refine all, lists them. * stands for anything.",
		Wrong: `$ flavers stats dining.tfg --constraints 'task:fil*'`,
		Right: `$ flavers stats dining.tfg --constraints 'task:phil*'`,
	}, {
		Code:  VContradiction,
		Title: "a constraint excludes every execution",
		Text: "The constraint is in its error state before the first step, so there is nothing to measure. Every\n" +
			"property holds under it, which is hardly meant.",
		Wrong: `constraint c for { a, b } none .*`,
		Right: `constraint c for { a, b } none .*; b; .*; a`,
	}, {
		Code:  VNotMeasured,
		Title: "not everything was measured",
		Text: "Time or memory ran out, or there was an interrupt, before every property was measured with every set\n" +
			"of constraints. The rows that are there are whole; those from the named one on are missing.",
		Wrong: `$ flavers stats dining.tfg --set N=12 --timeout 1s`,
		Right: `$ flavers stats dining.tfg --set N=12 --timeout 1s --only exclusion`,
	}, {
		Code:  VNotBound,
		Title: "the specifications were not compared with the program",
		Text: "Time or memory ran out, or there was an interrupt, before it was known which events the program has.\n" +
			"A specification may name some that it does not have, and then says something else than it seems to.\n" +
			"So the exit status says that nothing is certain, whatever the explorers found.",
		Wrong: `$ flavers crosscheck dining.tfg --timeout 5ms`,
		Right: `$ flavers crosscheck dining.tfg --timeout 5s`,
	}, {
		Code:  VModel,
		Title: "a bound of the model was met",
		Text: "A state has finitely many values, so everything that is counted has a bound. Where the control\n" +
			"flow shows how often something can happen, the bound is that number, and no execution exceeds\n" +
			"it. Where it does not, as for a release in a loop that never acquires, the model counts so far:\n" +
			"  semaphores, and readers of a lock: 255 above their start;\n" +
			"  equal messages in a mailbox, and messages in a queue: capacity[n], or 4; a queue that has more\n" +
			"  than 65536 possible contents holds fewer.\n" +
			"An execution that exceeds the bound is not followed beyond it. What was found before is found;\n" +
			"that nothing else exists is unknown. Bound the loop, give back what it takes, let a guard wait\n" +
			"while much is pending, or declare a larger capacity. The number of tasks of dynamic[n] is no such\n" +
			"bound but part of the program: spawning one more is a run-time error.",
		Wrong: `sem s
task t { loop { release s } }`,
		Right: `sem s
task t { loop { release s; acquire s } }`,
	}}
}
