// Package counting makes problems with interchangeable tasks small: it keeps how
// many of them are in each state instead of the state of each.
//
// Of a hundred tasks
//
//	task reader[i in 0..99] { loop { call control.start; event read(i); call control.stop } }
//
// each has an automaton of three states, so a problem with all of them may have
// 3^100 tuples. They are one class with a hundred members and three codes. Three
// counter automata say how many members have each code; a letter by which a
// reader starts takes one from the first counter and adds one to the second. At
// most 5,151 tuples are left.
//
// # What it computes
//
// New maps a Problem P to a smaller Problem Q and P's tuples to Q's, so that every
// step of P is one of Q (docs/theory.md, section 3.1). So what holds in Q holds in
// P. A violating path of Q need not be one of P: Lift looks for one that it stands
// for.
//
//   - An automaton that remembers which task it is about, as that of a lock its
//     holder, is split into one that remembers that there is such a task, and one
//     bit for each that it may be (split.go). This is exact.
//   - Classes are found by partition refinement: automata have the same colour if
//     their letters have, and letters if what they do has (colour.go, classes.go).
//     A member is a block of automata, one of each of several colours, that the
//     letters of some colour match one to one: a task's position with its variables.
//   - What a member's automata are in is a code; states that behave alike are one
//     (codes.go).
//   - A letter names at most two members of a class; all others move alike
//     (letters.go).
//   - Nodes that do the same for different members are one, for each code that these
//     members have before and after. An edge between nodes of the same member is kept
//     between equal codes only (nodes.go).
//
// May err towards: more paths.
//
// # What it does not do
//
// Members that some automaton or letter tells apart are not interchangeable: a
// property or a task that names one of them by its index, a variable that holds
// an index and is used for more than to remember one of them. Rings are no classes
// either.
//
// Counter abstraction is due to B. D. Lubachevsky (An approach to automating the
// verification of compact parallel coordination programs, Acta Informatica 21,
// 1984), and to S. M. German and A. P. Sistla (Reasoning about systems with many
// processes, JACM 39(3), 1992). Our difference: symmetry is found, not declared,
// and need not be exact, as every answer that rests on it is "holds" or lifted.
package counting
