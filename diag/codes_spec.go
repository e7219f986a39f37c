package diag

// Codes of specifications (.fsa): F0xx scanning, F1xx syntax, F2xx names and
// meaning, F3xx binding to a program.
const (
	FBadCharacter Code = "F001"
	FOpenString   Code = "F002"
	FOpenComment  Code = "F003"
	FBadEscape    Code = "F004"

	FExpected    Code = "F101"
	FOpenBracket Code = "F102"
	FTooDeep     Code = "F103"
	FEmpty       Code = "F104"
	FNoName      Code = "F105"
	FBadNumber   Code = "F106"
	FTooMany     Code = "F107"

	FDuplicateName   Code = "F201"
	FDuplicateState  Code = "F202"
	FDuplicateShort  Code = "F203"
	FSamePattern     Code = "F204"
	FUnknownEvent    Code = "F205"
	FUnknownState    Code = "F206"
	FBadPattern      Code = "F207"
	FNoStates        Code = "F208"
	FErrorState      Code = "F209"
	FPrefixMisused   Code = "F210"
	FTooLarge        Code = "F211"
	FNeedsAlphabet   Code = "F212"
	FTwoRoles        Code = "F213"
	FBounds          Code = "F214"
	FNeverSatisfied  Code = "F220"
	FAlwaysSatisfied Code = "F221"
	FUnreachable     Code = "F222"
	FProbableTypo    Code = "F223"
	FStrayWildcard   Code = "F224"

	FUnmatched Code = "F301"
	FClash     Code = "F302"
)

func specCodes() []Explanation {
	return []Explanation{
		{FBadCharacter, "character that no specification contains",
			"Outside quotes and comments a specification consists of words, event names and the marks\n{ } [ ] ( ) , ; : = | * + ? ^ . - -> and quotes. Text must be UTF-8.\nMend: delete the character, or put the event name in double quotes."},
		{FOpenString, "quoted event name without its closing quote",
			"A quoted event name ends on the line where it begins:\n    events b0 = \"eat(0)\"\nMend: add the closing quote."},
		{FOpenComment, "comment without its end",
			"A comment that begins with /* goes on to the next */.\nMend: add */, or use // for a comment to the end of the line."},
		{FBadEscape, "unknown escape in a quoted event name",
			"In a quoted event name \\\" stands for a quote and \\\\ for a backslash; there are no others."},

		{FExpected, "something else was expected here",
			"The message says what could stand at this place. A specification is one of\n    property NAME { states .. }                  an automaton\n    property NAME for { a, b } all (a; b)*       a quantified regular expression\n    property NAME { absence of a before b }      a pattern\n    { a, b } none .*; b; .*; a                   an expression without a name\nwith `constraint` for `property` when it is to be assumed. Event names with spaces or operators need quotes."},
		{FOpenBracket, "bracket or brace that is not closed",
			"The place shown is the opening one. Mend: add the closing one."},
		{FTooDeep, "expression nested too deeply",
			"Parentheses may be nested 200 deep, and one operand may carry 100 postfix operators."},
		{FEmpty, "empty expression",
			"An operand is missing: before or after `;` or `|`, or the whole expression. The empty word is written ().\n    all (a; b)* | ()"},
		{FNoName, "property or constraint without a name",
			"Only regular expressions in the short form may go without a name:\n    { open, close } none .*; close; close\nMend: property NAME .."},
		{FBadNumber, "not a number, or too large",
			"The number after `^`, `at most`, `at least` or `exactly` is a decimal number up to 65536."},
		{FTooMany, "too many errors in one declaration",
			"The rest of the declaration is not read. Mend the first errors first."},

		{FDuplicateName, "two specifications of one name",
			"Names of properties and constraints are distinct in a file: --only and `//! expect` refer to them.\nExpressions without a name are called qre1, qre2, .. in their order in the file."},
		{FDuplicateState, "state declared twice",
			"Every state is listed once after `states`."},
		{FDuplicateShort, "short name declared twice",
			"A short name stands for one pattern; for several patterns write them together:\n    events b = \"eat(0)\" | \"eat(1)\""},
		{FSamePattern, "two symbols for the same pattern",
			"Every occurrence of such an event would be both symbols. Mend: use one name for both.\nSpaces do not matter: \"eat( 0 )\" is \"eat(0)\"."},
		{FUnknownEvent, "event outside the alphabet",
			"With an alphabet `for { .. }` or `{ .. }`, the expression or pattern uses only the events listed there,\nby their short names or exactly as they are written there. Mend: add it to the alphabet, or mend its spelling."},
		{FUnknownState, "state that is not declared",
			"States are declared with `states a, b*`; the first is the start, * accepts. Only the state `error` need not be."},
		{FBadPattern, "event pattern that is no event name",
			"Brackets must pair, and the pattern must not be empty:\n    eat(*)   fork[*].up   phil[1]:fork[0].up   \"lock door\""},
		{FNoStates, "automaton without states",
			"An automaton needs a line `states a*, b`: the first state is the start, those with * accept."},
		{FErrorState, "misuse of the error state",
			"The state called `error` does not accept and has no transition to another state: what has gone wrong stays wrong.\nMend: give the state another name."},
		{FPrefixMisused, "`prefix` where there is no `all` expression",
			"`prefix` closes the language of an `all` expression under prefixes, so that an execution may stop midway.\nFor automata, patterns and `none` use `safety`: only reaching the error state counts."},
		{FTooLarge, "the automaton of this specification is too large",
			"Determinisation can need exponentially many states, and ^k repeats its operand k times; both are limited\n(65536 states, or fewer when the alphabet is large). Typical: .*; a; .^20. Mend: smaller powers, or say what must not happen in another way."},
		{FNeedsAlphabet, "this form needs an explicit alphabet",
			"`universality of p` says that no other event of the alphabet occurs, so the alphabet has to be given:\n    property only_p for { p, q, r } { universality of p }"},
		{FTwoRoles, "one event in two roles of a pattern",
			"The events of the pattern and the events that delimit its scope must differ, and a cause must differ from its effect.\nThe two links of a chain may be equal, and so may both ends of `between`."},
		{FBounds, "impossible bounds",
			"`at least` exceeds `at most`."},
		{FNeverSatisfied, "no execution satisfies this specification",
			"Its automaton accepts no sequence of events at all: as a property it is always violated, as a constraint it\nmakes every execution impossible, so that all properties hold. Often the * of an accepting state is missing:\n    states idle*, busy"},
		{FAlwaysSatisfied, "every execution satisfies this specification",
			"Its automaton accepts every sequence of events, so it says nothing. Typical: an automaton without\n`error otherwise` whose states all accept, or `safety` on a property about what must happen in the end."},
		{FUnreachable, "state that cannot be reached",
			"No sequence of events leads to it. A transition is missing, or the state is not needed."},
		{FProbableTypo, "event name close to a short name",
			"A name that is not declared after `events` is an event name in its own right. Mend the spelling, or put\nthe name in quotes to say that it is meant."},
		{FStrayWildcard, "`*` or `?` outside an index or argument list stands for itself",
			"Wildcards work inside [..] and (..) only: eat(*), fork[*].up. Elsewhere they are ordinary characters."},

		{FUnmatched, "symbol that matches no event of the program",
			"Events outside the alphabet of an automaton do not move it, and this symbol never occurs: probably its\nname is misspelt, or the program was made smaller with --set. With --strict this is an error."},
		{FClash, "event that matches two symbols of one automaton",
			"An event is one letter. Make the patterns disjoint (eat(1), eat(2) for eat(*)), restrict them to\ndifferent tasks with a prefix `task:`, or use one symbol for both."},
	}
}
