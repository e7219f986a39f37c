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
	FBadIndex        Code = "F215"
	FNoInstance      Code = "F216"
	FReservedName    Code = "F217"
	FReachAssumed    Code = "F218"
	FBadCondition    Code = "F219"
	FNeverSatisfied  Code = "F220"
	FAlwaysSatisfied Code = "F221"
	FUnreachable     Code = "F222"
	FProbableTypo    Code = "F223"
	FStrayWildcard   Code = "F224"
	FTwoWildcards    Code = "F225"
	FNotSafety       Code = "F226"
	FLive            Code = "F227"
	FMayStay         Code = "F228"
	FNotGo           Code = "F229"
	FBadBinding      Code = "F230"

	FUnmatched Code = "F301"
	FClash     Code = "F302"
)

func specCodes() []Explanation {
	return []Explanation{
		Explain(FBadCharacter, `character that no specification contains`, `Outside quotes and comments a specification consists of words, event names and the marks
{ } [ ] ( ) , ; : = | * + ? ^ . - -> and quotes. Text must be UTF-8. Names with other
characters stand in plain double quotes.`,
			`property p { absence of événement }`,
			`property p { absence of "événement" }`),
		Explain(FOpenString, `quoted event name without its closing quote`, `A quoted event name ends on the line where it begins, so that a forgotten quote does not
swallow the rest of the file.`,
			`property p { absence of "lock door }`,
			`property p { absence of "lock door" }`),
		Explain(FOpenComment, `comment without its end`, `A comment that begins with /* goes on to the next */. Without it the rest of the file is
comment, and the specifications there are not checked.`,
			`property p { absence of fail }
/* more to come`,
			`property p { absence of fail }
// more to come`),
		Explain(FBadEscape, `unknown escape in a quoted event name`, `In a quoted event name \" stands for a quote and \\ for a backslash; there are no others.`,
			`property p { absence of "a\b" }`,
			`property p { absence of "a\\b" }`),
		Explain(FExpected, `something else was expected here`, "The message says what could stand at this place. A specification is one of\n"+
			"    property NAME { states .. }                  an automaton\n"+
			"    property NAME for { a, b } all (a; b)*       a quantified regular expression\n"+
			"    property NAME { absence of a before b }      a pattern\n"+
			"    property NAME ltl \"[](a -> <>b)\"            a formula of linear temporal logic\n"+
			"    { a, b } none .*; b; .*; a                   an expression without a name\n"+
			"with `constraint` for `property` when it is to be assumed. Event names with spaces or\n"+
			"operators need quotes.",
			`property p { absence of turn=1 }`,
			`property p { absence of "turn=1" }`),
		Explain(FOpenBracket, `bracket or brace that is not closed`, `The place shown is the opening one; its partner is missing up to the end of the event name,
of the declaration or of the file.`,
			`property p for { a, b } all (a; b`,
			`property p for { a, b } all (a; b)`),
		Explain(FTooDeep, `expression nested too deeply`, `Parentheses may be nested 200 deep, and one operand may carry 100 postfix operators. An
expression that needs more was most likely generated: use ^k, a short name, or an automaton.`,
			"",
			""),
		Explain(FEmpty, `empty expression`, "An operand is missing: before or after `;` or `|`, or the whole expression. The empty word\n"+
			"is written ().",
			`property p for { a, b } all (a; b)* |`,
			`property p for { a, b } all (a; b)* | ()`),
		Explain(FNoName, `property or constraint without a name`, "Reports, --only and `//! expect` refer to specifications by name. Only regular expressions\n"+
			"in the short form may go without: they are called qre1, qre2, .. in their order.",
			`property { absence of fail }`,
			`property no_failure { absence of fail }`),
		Explain(FBadNumber, `not a number, or too large`, "The number after `^`, `at most`, `at least` or `exactly` is a decimal number up to 65536:\n"+
			"the automaton has a state for each count.",
			`property p { existence of a at most two }`,
			`property p { existence of a at most 2 }`),
		Explain(FTooMany, `too many errors in one declaration`, `After 50 errors the rest of the declaration is not read, for they most often follow from one
another, or the file is in another language. Mend the first ones, and look again.`,
			"",
			""),
		Explain(FDuplicateName, `two specifications of one name`, "Names of properties and constraints are distinct in a file: --only and `//! expect` refer to\n"+
			"them. Expressions without a name are called qre1, qre2, .. in their order in the file.",
			`property p { absence of a }
property p { absence of b }`,
			`property p { absence of a }
property q { absence of b }`),
		Explain(FDuplicateState, `state declared twice`, "Every state is listed once after `states`. Twice the same name would leave open whether it\n"+
			"accepts; most often one of the two was meant to have another name.",
			`property p {
    states idle*, busy, idle
    idle -> busy : begin
    busy -> idle : end
}`,
			`property p {
    states idle*, busy
    idle -> busy : begin
    busy -> idle : end
}`),
		Explain(FDuplicateShort, `short name declared twice`, `A short name stands for one symbol; several patterns of one symbol are written together.`,
			`property p {
    states s*
    events b = "eat(0)"
    events b = "eat(1)"
    s -> error : b
}`,
			`property p {
    states s*
    events b = "eat(0)" | "eat(1)"
    s -> error : b
}`),
		Explain(FSamePattern, `two symbols for the same pattern`, `Every occurrence of such an event would be both symbols, and an event is one letter. Use one
name for both. Spaces do not matter: "eat( 0 )" is "eat(0)".`,
			`property p for { b = "eat(0)", c = "eat( 0 )" } all (b; c)*`,
			`property p for { b = "eat(0)", c = "eat(1)" } all (b; c)*`),
		Explain(FUnknownEvent, `event outside the alphabet`, "With an alphabet `for { .. }` or `{ .. }`, the expression or pattern uses only the events\n"+
			"listed there, by their short names or exactly as they are written there: events outside do\n"+
			"not move the automaton, so it could never see this one.",
			`property p for { open, close } all (open; read; close)*`,
			`property p for { open, read, close } all (open; read; close)*`),
		Explain(FUnknownState, `state that is not declared`, "States are declared with `states a, b*`; the first is the start, * accepts. Only the state\n"+
			"`error` need not be.",
			`property p {
    states s0*
    s0 -> s1 : a
}`,
			`property p {
    states s0*, s1
    s0 -> s1 : a
}`),
		Explain(FBadPattern, `event pattern that is no event name`, `An event name has brackets that pair, and is not empty: eat(*), fork[*].up, "lock door". A
pattern with a stray bracket would match nothing.`,
			`property p { absence of "eat(0" }`,
			`property p { absence of "eat(0)" }`),
		Explain(FNoStates, `automaton without states`, "An automaton needs a line `states a*, b`: the first state is the start, those with * accept.",
			`property p {
    error otherwise
}`,
			`property p {
    states s*
    s -> error : fail
}`),
		Explain(FErrorState, `misuse of the error state`, "The state called `error` does not accept and has no transition to another state: what has\n"+
			"gone wrong stays wrong. A state that can be left needs another name.",
			`property p {
    states ok*, error
    ok -> error : fail
    error -> ok : repair
}`,
			`property p {
    states ok*, broken
    ok -> broken : fail
    broken -> ok : repair
}`),
		Explain(FPrefixMisused, "`prefix` where there is no `all` expression", "`prefix` closes the language of an `all` expression under prefixes, so that an execution may\n"+
			"stop midway. For automata, patterns and `none` use `safety`: only reaching the error state\n"+
			"counts.",
			`prefix property p { absence of fail }`,
			`safety property p { absence of fail }`),
		Explain(FTooLarge, `the automaton of this specification is too large`, `Determinisation can need exponentially many states, and ^k repeats its operand k times; both
are limited (65536 states, or fewer when the alphabet is large; 4096 for a formula). Use smaller
powers, or say what must not happen in another way.`,
			`property p for { a, b } all .*; a; .^30`,
			`property p for { a, b } all .*; a; .^3`),
		Explain(FNeedsAlphabet, `this form needs an explicit alphabet`, "`universality of p` says that no other event of the alphabet occurs, so the alphabet has to be\n"+
			"given.",
			`property only_p { universality of p }`,
			`property only_p for { p, q, r } { universality of p }`),
		Explain(FTwoRoles, `one event in two roles of a pattern`, "The events of the pattern and the events that delimit its scope must differ, and a cause must\n"+
			"differ from its effect: at such an event it would be open which comes first. The two links of\n"+
			"a chain may be equal, and so may both ends of `between`.",
			`property p { absence of open before open }`,
			`property p { absence of read before open }`),
		Explain(FBounds, `impossible bounds`, "`at least` exceeds `at most`: no number is both, so no execution could satisfy the property.\n"+
			"Exchange the numbers, or write `exactly`.",
			`property p { existence of a at least 3 at most 2 }`,
			`property p { existence of a at least 2 at most 3 }`),
		Explain(FBadIndex, `index of a family that has no value`, `A family such as answered[i in 0..N-1] stands for one specification per value of i. Its bounds,
and what stands in the indices and arguments of its events, are constant expressions: numbers,
the family's indices, constants of the program, + - * / % and parentheses, with the meaning
that they have in programs. Here a name is not known, or a value cannot be computed.`,
			`property answered[i in 0..M] { answer(i) responds to ask(i) }`,
			`property answered[i in 0..1] { answer(i) responds to ask(i) }`),
		Explain(FNoInstance, `family without an instance`, `The range of an index is empty, so nothing would be checked, and that would look like a success.
The bounds are lo..hi, both included; --set may have made a constant too small.`,
			`property answered[i in 1..0] { answer(i) responds to ask(i) }`,
			`property answered[i in 0..1] { answer(i) responds to ask(i) }`),
		Explain(FReservedName, `property with the name of a check that every program has`, `deadlock names the check that no execution ends in a deadlock, in reports, after --only and in
"//! expect" lines. A property of that name could not be told from it.`,
			`property deadlock { absence of stuck }`,
			`property never_stuck { absence of stuck }`),
		Explain(FReachAssumed, "`reach` in a constraint", "`reach a` asks whether some execution has the event a, and is answered with one. A constraint\n"+
			"says which executions count; to leave out those without the event write `existence of a`.",
			`constraint c { reach ack }`,
			`constraint c { existence of ack }`),
		Explain(FBadCondition, `condition of an invariant that has no meaning`, "An invariant is a condition on the variables of the program: `turn`, `flag[0]`,\n"+
			"`phil[1].phase`, constants, numbers, true, false and the values of enums, with\n"+
			"|| && == != < <= > >= + - * / % ! - and parentheses. len(c), empty(c) and full(c) are of a\n"+
			"declared channel with a buffer: one without a buffer holds nothing between two steps, and of an\n"+
			"array one element is meant, as in full(c[0]). Indices are constant expressions. What is\n"+
			"compared is of one type, and the whole is true or false.",
			`invariant p { turn = 1 }`,
			`invariant p { turn == 1 }`),
		Explain(FNeverSatisfied, `no execution satisfies this specification`, `A warning: its automaton accepts no sequence of events at all. As a property it is always
violated; as a constraint it makes every execution impossible, so that all properties hold.
Often the * of an accepting state is missing.`,
			`property p {
    states idle, busy
    idle -> busy : begin
    busy -> idle : end
}`,
			`property p {
    states idle*, busy
    idle -> busy : begin
    busy -> idle : end
}`),
		Explain(FAlwaysSatisfied, `every execution satisfies this specification`, "A warning: its automaton accepts every sequence of events, so it says nothing, and holds for\n"+
			"any program. Typical: an automaton without `error otherwise` whose states all accept, or\n"+
			"`safety` on a property about what must happen in the end.",
			`property p {
    states idle*, busy*
    idle -> busy : begin
    busy -> idle : end
}`,
			`property p {
    states idle*, busy*
    idle -> busy : begin
    busy -> idle : end
    error otherwise
}`),
		Explain(FUnreachable, `state that cannot be reached`, `A warning: no sequence of events leads to the state. A transition is missing, or the state is
not needed; in the first case the property says less than was meant.`,
			`property p {
    states idle*, busy, lost
    idle -> busy : begin
    busy -> idle : end
}`,
			`property p {
    states idle*, busy, lost
    idle -> busy : begin
    busy -> idle : end
    busy -> lost : fail
}`),
		Explain(FProbableTypo, `event name close to a short name`, "A warning: a name that is not declared after `events` is an event name in its own right, and\n"+
			"this one looks like a short name misspelt. Then the automaton would never see the event that\n"+
			"was meant. Mend the spelling, or put the name in quotes to say that it is meant.",
			`property p {
    states shut*, ajar
    events open = "door.open"
    shut -> ajar : oepn
}`,
			`property p {
    states shut*, ajar
    events open = "door.open"
    shut -> ajar : open
}`),
		Explain(FStrayWildcard, "`*` or `?` outside an index or argument list stands for itself", `A warning: wildcards work inside [..] and (..) only. Elsewhere they are ordinary characters,
and few event names have them.`,
			`property p { absence of "eat*" }`,
			`property p { absence of "eat(*)" }`),
		Explain(FTwoWildcards, `one event pays for all`, `A warning: cause and effect both have wildcards, and nothing says that they belong together. After
ask(0) and ask(1) a single answer(1) is a response to both, so the property holds where one
request is never answered. A family has one property for each value. Where any will do, give the
events short names, for { asked = "ask(*)", .. }, and the warning goes.`,
			`property answered { answer(*) responds to ask(*) }`,
			`property answered[i in 0..1] { answer(i) responds to ask(i) }`),
		Explain(FNotSafety, `constraint that is no safety formula`, "A constraint leaves out executions by what happens in them. A formula that asks for something to\n"+
			"happen in the end, as <>a does, would leave out executions that run for ever by what never\n"+
			"happens. With `safety` only what the formula forbids is assumed; patterns as `existence of a`\n"+
			"are assumed of executions that stop.",
			`constraint c ltl [](ask -> <>answer)`,
			`constraint c { answer responds to ask }`),
		Explain(FLive, "`live` where it has no meaning", "A state with `live` after its name must not be the last: an execution that goes on for ever is bad\n"+
			"if it stays in live states from some step on, and so is one that stops there. So a live state\n"+
			"has no `*`, and the error state needs no mark. `safety` asks for nothing to happen, and a\n"+
			"constraint cannot: it leaves out executions by what happens in them. An automaton\n"+
			"with live states is deterministic, so that an execution has one run, which is judged. And some\n"+
			"live state can be reached, and left in some steps for one that is not live.",
			`property p {
    states idle*, busy* live
    idle -> busy : begin
    busy -> idle : end
}`,
			`property p {
    states idle*, busy live
    idle -> busy : begin
    busy -> idle : end
}`),
		Explain(FMayStay, `state where an execution may go on for ever but not stop`, "A warning: an automaton with live states judges executions that go on for ever by these alone. This\n"+
			"state is not live, does not accept, and leads to no accepting state. So an execution that goes\n"+
			"on for ever there is good. If the state is bad, call it `error`, or mark it as `live`.",
			`property p {
    states idle*, busy live, failed
    idle -> busy : begin
    busy -> idle : end
    busy -> failed : fail
}`,
			`property p {
    states idle*, busy live
    idle -> busy : begin
    busy -> idle : end
    busy -> error : fail
}`),
		Explain(FNotGo, `events of Go in a program that is not in Go`, "Events can be bound to calls of Go functions, which are looked for in Go packages. A program in\n"+
			"the task language has no calls of Go, so such a property has nothing to say of it: name events of\n"+
			"the program. flavers check ./pkg --entry pkg.Root --dump specs prints the properties of a root, for\n"+
			"the program that --dump tfg-source prints.",
			`property p for { out = call os.Exit } { absence of out }`,
			`property p { absence of out }`),
		Explain(FBadBinding, `event that is bound to no call`, "An event is bound to a call with `call F` or `return F`: before the call, or after it has\n"+
			"returned; `return ok F` is only after a call whose error is nil. F is the full name of a function.\n"+
			"`as f` says that the call makes the object f, `on f` that it has it, as receiver, argument or\n"+
			"result. The property is declared `for each f`.",
			`property p { states s*, t
    events open = return os.Open as f
    s -> t : open }`,
			`property p for each f { states s*, t
    events open = return os.Open as f
    s -> t : open }`),
		Explain(FUnmatched, `symbol that matches no event of the program`, `Events outside the alphabet of an automaton do not move it, and this symbol never occurs: a
property may hold only because it speaks of nothing. Probably the name is misspelt, or the
program was made smaller with --set, or the event stands where no control path leads: after an
endless loop, or in a branch whose condition is never true, whatever the values of variables.
So this is an error, with --strict=false a warning; in a family it is an error if no instance
of it matches. In a program whose tasks do "event eat(0)":`,
			`property p { absence of "eta(0)" }`,
			`property p { absence of "eat(0)" }`),
		Explain(FClash, `event that matches two symbols of one automaton`, "An event is one letter, and here it would be two. Make the patterns disjoint, restrict them\n"+
			"to different tasks with a prefix `task:`, or use one symbol for both.",
			`property p for { one = "eat(0)", any = "eat(*)" } all one; any*`,
			`property p for { one = "eat(0)", other = "eat(1)" } all one; other*`),
	}
}
