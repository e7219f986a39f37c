package eval_test

import (
	"testing"

	"flavers/lang"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/verify"
)

// values are conditions that are true, by sections of the Ada 2012 Reference Manual, with what they need before.
var values = []struct{ rule, decls, cond string }{
	{"2.4.2: based literals", "", "16#F_F# = 255 and 2#1010# = 10 and 1E2 = 100"},
	{"3.5.5: positions and values of an enumeration", "type C is (Red, Green, Blue);",
		"C'Pos (Green) = 1 and C'Val (2) = Blue and C'Succ (Red) = Green and C'Pred (Blue) = Green"},
	{"3.5: first and last", "type C is (Red, Green, Blue); subtype S is C range Green .. Blue;",
		"C'First = Red and C'Last = Blue and S'First = Green"},
	{"3.5: the greater one of two", "", "Integer'Max (3, 5) = 5 and Integer'Min (3, -5) = -5"},
	{"3.5.4: arithmetic of modular types wraps",
		"type M is mod 8; X : M := 5;", "X + 4 = 1 and X - 6 = 7 and X * 2 = 2"},
	{"3.6.2: attributes of arrays", "type A is array (3 .. 7) of Boolean; X : A := (others => True);",
		"X'First = 3 and X'Last = 7 and X'Length = 5"},
	{"3.6.2: of the second dimension",
		"type A is array (1 .. 2, 4 .. 9) of Boolean; X : A := (others => (others => True));",
		"X'Length (2) = 6"},
	{"4.3.1: records by names and by places",
		"type R is record A, B : Integer; end record; X : R := (1, 2); Y : R := (B => 2, A => 1);",
		"X = Y and X.B = 2"},
	{"4.3.3: others in an array", "type A is array (1 .. 3) of Integer; X : A := (2 => 7, others => 1);",
		"X (1) = 1 and X (2) = 7 and X (3) = 1"},
	{"4.4: precedence", "", "2 + 3 * 4 = 14 and -2 ** 2 = -4 and not False"},
	{"4.5.1: short circuits", "X : Integer := 0;", "not (X /= 0 and then 1 / X = 1) and (X = 0 or else 1 / X = 1)"},
	{"4.5.1: exclusive or", "", "(True xor False) and not (True xor True)"},
	{"4.5.2: membership",
		"subtype S is Integer range 1 .. 9;", "5 in S and 10 not in S and 3 in 1 | 3 | 5 and 4 in 2 .. 6"},
	{"4.5.5: the signs of mod and rem", "X : Integer := -7;", "X mod 3 = 2 and X rem 3 = -1 and X / 2 = -3"},
	{"4.5.6: powers and absolute values", "", "2 ** 5 = 32 and 10 ** 0 = 1 and abs (-3) = 3"},
	{"4.5.7: conditional expressions", "X : Integer := 4;", "(if X > 3 then 1 elsif X > 2 then 2 else 3) = 1"},
	{"4.5.7: case expressions",
		"X : Integer := 4;", "(case X is when 1 .. 3 => 1, when 4 | 5 => 2, when others => 3) = 2"},
	{"4.5.8: quantified expressions", "type A is array (1 .. 3) of Integer; X : A := (1, 2, 3);",
		"(for all I in X'Range => X (I) = I) and (for some E of X => E = 2)"},
	{"4.6: conversions between subtypes", "subtype S is Integer range 1 .. 9; X : S := 5;", "Integer (X) + 5 = 10"},
	{"6.1.1: expression functions", "function F (X : Integer) return Integer is (X * X + 1);", "F (3) = 10"},
	{"6.4: named and default parameters", "function F (A : Integer; B : Integer := 2) return Integer is (A - B);",
		"F (B => 1, A => 5) = 4 and F (5) = 3"},
	{"6.5: a function with a loop", "function F (N : Integer) return Integer is R : Integer := 0; begin " +
		"for I in reverse 1 .. N loop exit when I = 1; R := R + I; end loop; return R; end F;", "F (4) = 9"},
	{"6.5: recursion",
		"function F (N : Natural) return Positive is (if N = 0 then 1 else N * F (N - 1));", "F (5) = 120"},
	{"3.3.1: what is declared is elaborated in order",
		"X : Integer := 2; Y : Integer := X * 3; X2 : Integer := Y - X;", "X2 = 4"},
	{"3.10: access to an object",
		"type R is record A : Integer; end record; type P is access R; X : P := new R'(A => 6);",
		"X.A = 6 and X /= null"},
	{"8.5: renaming", "X : Integer := 3; Y : Integer renames X;", "Y = 3"},
	{"3.8: defaults of components",
		"type R is record A : Integer := 5; B : Boolean := True; end record; X : R;", "X.A = 5 and X.B"},
	{"3.6.1: bounds of a value",
		"type A is array (Positive range <>) of Integer; X : A := (1, 2, 3); Y : constant A := (5, 6);",
		"X'Length = 3 and X (3) = 3 and Y'Last = 2"},
	{"4.9: named numbers", "N : constant := 3; M : constant := N * 2 + 1;", "M = 7"},
}

// unknown lists conditions that are true in Ada, and that the model must leave open.
var unknown = []struct{ rule, decls, cond string }{
	{"3.6.1: bounds of a slice", open + "Y : A := X (2 .. 3);", "Y'First = 2 and Y'Length = 2"},
	{"3.6.1: bounds of an aggregate with names", open + "Y : constant A := (3 => 1, 4 => 2);", "Y'First = 3"},
	{"3.6.1: bounds of another object", open + "Y : A := X;", "Y'Length = 4"},
	{"3.6.1: bounds of a small index", "subtype S is Integer range 1 .. 9; type A is array (S range <>) of Integer; " +
		"X : A := (1, 2, 3); Y : A := X (2 .. 3);", "Y'Length = 2"},
	{"4.5.3: bounds of a concatenation", open + "Y : A := X & 5;", "Y'Length = 5"},
	{"4.5.3: a string of two", "S : constant String := \"ab\" & 'c';", "S'Length = 3"},
	{"4.5.5: the sign of a divisor", "X : Integer := 7;", "X mod (-3) = -2 and X rem (-3) = 1"},
	{"3.5: strings of values", "type C is (Red, Green);", "C'Image (Green) = \"GREEN\" and Integer'Value (\"12\") = 12"},
	{"6.4: bounds of an operand", open + "function F (W : A) return Integer is (W'Length);", "F (X (2 .. 3)) = 2"},
}

const open = "type A is array (Positive range <>) of Integer; X : A := (1, 2, 3, 4); "

// judged is the answer about deadlock of the model of a procedure, whose task waits for one call: holds if it always
// comes, violated if there is an execution without.
func judged(t *testing.T, decls, body string) report.Verdict {
	t.Helper()
	text := "procedure P is " + decls + " task T is entry E; end T; task body T is begin accept E; end T; begin " +
		body + " end P;"
	made, problems := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(text)}}, nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	p, problems := lang.Load("p.tfg", made.Text, lang.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	return verify.Check(t.Context(), p, nil, verify.Options{}).Deadlock.Verdict
}

// TestValues: each condition is true, and its negation false: what depends on it happens in each execution, or in none.
func TestValues(t *testing.T) {
	for _, v := range values {
		t.Run(v.rule, func(t *testing.T) {
			if got := judged(t, v.decls, "if "+v.cond+" then T.E; end if;"); got != report.Holds {
				t.Errorf("%s: a deadlock is %s", v.cond, got)
			}
			if got := judged(t, v.decls, "if not ("+v.cond+") then T.E; end if;"); got != report.Violated {
				t.Errorf("not (%s): a deadlock is %s", v.cond, got)
			}
		})
	}
}

// TestUnknown: of these, neither the condition nor its negation is taken for certain.
func TestUnknown(t *testing.T) {
	for _, v := range unknown {
		t.Run(v.rule, func(t *testing.T) {
			for _, cond := range []string{v.cond, "not (" + v.cond + ")"} {
				if got := judged(t, v.decls, "if "+cond+" then T.E; end if;"); got == report.Holds {
					t.Errorf("%s: a deadlock is %s", cond, got)
				}
			}
		})
	}
}
