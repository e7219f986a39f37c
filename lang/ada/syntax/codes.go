package syntax

import "flavers/diag"

// Codes of the syntax of Ada.
const (
	Lexical   diag.Code = "D001"
	Syntax    diag.Code = "D002"
	Misplaced diag.Code = "D003"
	Label     diag.Code = "D004"
)

// Explanations returns the codes of this package in order.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain(Lexical, "a character or literal that is not Ada",
			`The text has a character that does not occur in Ada outside of strings and comments, or a string
without its second quotation mark.`,
			`Put_Line ("ready);`,
			`Put_Line ("ready");`),
		diag.Explain(Syntax, "a syntax error in an Ada file",
			`The text is not Ada 2012 at this place. The parser goes on after the next semicolon, so one missing
word may lead to a second message further down. GNAT reports the same with: gcc -c -gnats FILE.`,
			"accept Up\naccept Down;",
			"accept Up;\naccept Down;"),
		diag.Explain(Misplaced, "an event where no statement may stand",
			`A comment "--! event NAME(ARGS)" is an event of its own. It stands between statements of a body, where a
statement could stand, too.`,
			"X : Integer;  --! event start",
			"begin\n   --! event start"),
		diag.Explain(Label, "a name at the end that is not the one at the beginning",
			`The name after "end" must be the name of the unit, loop or block that ends there. If it is another,
an "end" is missing or there is one too many before.`,
			"task body Fork is .. end Frok;",
			"task body Fork is .. end Fork;"),
	}
}
