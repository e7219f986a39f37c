package eval

// This file declares package Standard.

import (
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Standard declares package Standard.
func (l *Evaluator) Standard() {
	l.Global = types.NewScope(nil)
	l.Opaque = &types.Type{Name: "data"}
	l.Integer = &types.Type{Kind: types.Integer, Name: "Integer", Lo: -1 << 31, Hi: 1<<31 - 1}
	l.Boolean = &types.Type{Kind: types.Boolean, Name: "Boolean", Hi: 1, Literals: []string{"False", "True"}}
	add := func(name string, t *types.Type) {
		l.Global.Add(&types.Entity{Kind: types.TypeEntity, Name: name, Type: t})
	}
	add("Integer", l.Integer)
	natural, positive := l.Sub(l.Integer, 0, 1<<31-1), l.Sub(l.Integer, 1, 1<<31-1)
	natural.Name, positive.Name = "Natural", "Positive"
	add("Natural", natural)
	add("Positive", positive)
	for _, n := range []string{"Long_Integer", "Long_Long_Integer", "Short_Integer", "Short_Short_Integer"} {
		t := *l.Integer
		t.Name = n
		add(n, &t)
	}
	add("Boolean", l.Boolean)
	for _, n := range []string{"Float", "Long_Float", "Short_Float", "Long_Long_Float", "String", "Wide_String",
		"Wide_Wide_String", "Character",
		"Wide_Character", "Wide_Wide_Character", "Duration"} {
		t := &types.Type{Name: n}
		if strings.HasSuffix(n, "Float") {
			t.Real = types.FloatingPoint
		}
		add(n, t)
	}
	l.Global.Add(&types.Entity{Kind: types.Literal, Name: "False", Type: l.Boolean, Value: types.Num(l.Boolean, 0)})
	l.Global.Add(&types.Entity{Kind: types.Literal, Name: "True", Type: l.Boolean, Value: types.Num(l.Boolean, 1)})
	for i, n := range model.Predefined {
		if i > 0 {
			l.Global.Add(&types.Entity{Kind: types.Exception, Name: n, Id: i})
		}
	}
	l.Global.Add(&types.Entity{Kind: types.Exception, Name: "Numeric_Error", Id: model.ConstraintError})
	l.Global.Add(&types.Entity{Kind: types.PackageEntity, Name: "Standard", Scope: l.Global})
}

// libraryType returns the type that a name of a library stands for.
func (l *Evaluator) libraryType(e *types.Entity) *types.Type {
	switch syntax.Fold(syntax.Short(e.Name)) {
	case "count_type":
		return l.Global.Own("Natural").Type
	}
	name := syntax.Fold(syntax.Short(e.Name))
	within, ok := ranged[name]
	if !ok {
		return l.Opaque
	}
	if l.ranged == nil {
		l.ranged = map[string]*types.Type{}
	}
	if l.ranged[name] == nil {
		l.ranged[name] = &types.Type{Name: syntax.Short(e.Name), Ranged: true, Least: within[0], Greatest: within[1]}
	}
	return l.ranged[name]
}

// ranged are subtypes of libraries that a value may not satisfy, with their bounds.
var ranged = map[string][2]float64{"year_number": {1901, 2399}, "month_number": {1, 12}, "day_number": {1, 31},
	"day_duration": {0, 86_400}, "hour_number": {0, 23}, "minute_number": {0, 59}, "second_number": {0, 59},
	"second_duration": {0, 1}, "positive_count": {1, 1<<31 - 1}, "field": {0, 255}, "number_base": {2, 16}}
