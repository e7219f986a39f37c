// Package symmetry finds tasks that are interchangeable, and gives all states that
// differ only in which of them is where one representative. With
//
//	task reader[i in 0..N-1] { loop { call control.start_read; call control.stop_read } }
//
// a state says of each reader where it stands; up to exchanging readers it says how
// many stand where: for N readers with three places N^2/2 states, not 3^N.
//
// A member of a Class is a task with all that is its own: its position, its
// variables, cells of arrays, boxes, and tasks that serve it alone. An exchange of
// two members swaps the components of one with those of the other; in a component
// that names a task, as the holder of a lock, it swaps the values that name them.
//
// Find guesses exchanges from the tables of the steps (align.go), and then verifies
// each (check.go): it must map the cases of all actions onto the cases of all actions,
// with what the specifications see of them. Such a map is an automorphism of the
// product of program and specifications. The exchanges of one member with every
// other generate all permutations of the members, so it is enough to verify these.
// A guess that is wrong costs a reduction, never an answer.
//
// Canonical (canon.go) sorts the members of each class by what they hold. Two states
// have the same representative if and only if a permutation of members maps one to
// the other: classes are disjoint, and what a member is sorted by moves with it.
//
// A search that visits representatives only finds a state of each orbit that is
// reachable (docs/theory.md, "Interchangeable tasks"), in as many steps as the
// nearest of that orbit takes. What it cannot tell is which member it was: an
// execution is read off by going through the concrete program, each step to a state
// with the representative that comes next.
//
// Sources: C. N. Ip and D. L. Dill, Better verification through symmetry, FMSD 9
// (1996); E. A. Emerson and A. P. Sistla, Symmetry and model checking, FMSD 9 (1996).
// Our difference: no data type has to be declared symmetric; the automorphisms are
// found in the tables and verified there.
//
// What the package does not do: a family around a ring has only rotations, and they
// are not looked for. Programs with steps that have no table have no classes.
package symmetry
