package eval

// This file lets operations fail that depend on data that is not modelled: what a library raises, and checks of the
// language on floats, texts and what libraries compute. The data decides; in the model, such an operation raises an
// exception or not. So what holds does so in both cases, and an execution that raises one is possible only.

import (
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// libraryError stands for exceptions of libraries that no handler of the program names.
const libraryError = "Library_Error"

// Parts of libraries that raise nothing: calls of them only compute, and are defined for all arguments. Texts and
// numbers that are written are taken to find room where they go.
var (
	// By the unit, whatever is called, where the name is written with it.
	silentUnits = []string{"ada.characters.", "ada.real_time.", "ada.exceptions.", "ada.task_identification.",
		"ada.strings.maps.", "system.", "interfaces."}
	// By the last part of a name, in lower case.
	silentNames = words(`clock year month day seconds milliseconds microseconds nanoseconds minutes hours split
		to_duration to_time_span time_first time_last time_span_zero image current_task argument_count command_name
		set_exit_status success failure to_unbounded_string to_string length trim index count to_upper to_lower
		to_mixed has_element exception_name exception_message exception_information exception_identity random
		end_of_file end_of_line standard_output standard_input standard_error current_output current_input
		last_index first_index capacity contains find first last next previous null_unbounded_string
		empty_vector empty_list empty_map empty_set no_element no_index both left right inside outside
		sin cos arctan exp look_ahead reset flush append prepend clear exclude unreferenced swap iterate
		pi lf cr ht nul esc whole line col page null_id null_occurrence environment_task free`)
	// By how the last part of a name begins.
	silentBegins = []string{"put", "new_line", "new_page", "set_", "is_", "reserve_", "reverse_", "sort", "generic_sort"}
)

func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// silent reports whether a subprogram of a library raises no exception, by its name.
func silent(name string) bool {
	name = syntax.Fold(name)
	if name == "ada.numerics.e" {
		return true
	}
	for _, u := range silentUnits {
		if strings.HasPrefix(name, u) || strings.Contains(name, ".latin_1.") {
			return true
		}
	}
	last := name[syntax.LastDot(name)+1:]
	if silentNames[last] || strings.HasPrefix(last, "\"") { // an operator
		return true
	}
	for _, p := range silentBegins {
		if strings.HasPrefix(last, p) {
			return true
		}
	}
	return false
}

// LibraryFails emits the exceptions that a call of a library may raise: those that handlers of the program name,
// or another one. A name that a use clause makes visible may belong to any unit in use, so only its last part
// counts.
func (l *Evaluator) LibraryFails(e *syntax.Expr, name string) {
	f := e
	if f.Kind == syntax.Apply {
		f = f.X
	}
	if f.Kind == syntax.Name {
		name = f.Text
	}
	if silent(name) {
		return
	}
	other := l.ExceptionNamed(libraryError)
	ids := []int{other}
	if l.handled(model.ConstraintError) { // an element that is not there, or an argument of another range
		ids = append(ids, model.ConstraintError)
	}
	l.mayRaise(e, name, append(ids, l.OfLibraries...))
}

// CheckFails emits the failure of a check of the language that the model cannot decide.
func (l *Evaluator) CheckFails(e *syntax.Expr, what string) {
	l.mayRaise(e, what, []int{model.ConstraintError})
}

// Fails emits the failure of a subprogram that is not followed: by a check, or by an exception of a library.
func (l *Evaluator) Fails(e *syntax.Expr, what string) {
	l.mayRaise(e, what, append([]int{model.ConstraintError, l.ExceptionNamed(libraryError)}, l.OfLibraries...))
}

// mayRaise emits a choice: one of some exceptions is raised, or none. Before the tasks run none is raised. That is
// a bound of the model, since an exception there would end the main procedure, and tasks of library packages might
// wait for it.
func (l *Evaluator) mayRaise(e *syntax.Expr, what string, ids []int) {
	switch {
	case l.Hushed > 0:
		return
	case l.Elaborating > 0 && l.handlers > 0: // who handles it goes on
		l.unsure(e)
		return
	case l.Elaborating > 0:
		l.Note(model.Elaborated, e.Pos, "what is computed before the tasks run is taken to raise no exception: %s", what)
		return
	}
	l.Emit(e.Pos, "choose {")
	l.Emit(e.Pos, "skip")
	for _, id := range ids {
		l.Emit(e.Pos, "} or {")
		l.NoteBeyond(model.Failing, e.Pos, "data that is not modelled decides whether an exception is raised: %s", what)
		l.Raise(types.Num(l.Integer, int64(id)), e.Pos, l.Exceptions[id])
	}
	l.Emit(e.Pos, "}")
}

// narrows reports whether a type leaves out values that v may have. Of v, only its type is known.
func narrows(v types.Value, t *types.Type) bool {
	if !t.Discrete() || t.Kind == types.Boolean || v.Type == nil || v.Why == "" {
		return false
	}
	if !v.Type.Discrete() {
		return t.Root != nil || t.Lo > -1<<31 || t.Hi < 1<<31-1
	}
	return v.Type.Lo < t.Lo || v.Type.Hi > t.Hi
}
