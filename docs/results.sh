#!/bin/sh
# Regenerates the tables of docs/results.md: sh docs/results.sh [figure4|grown|examples|maude|murphi|compare|random]
#
# figure4   the systems of Figure 4 of Naumovich, Clarke and Cobleigh, PASTE 1999 (seconds)
# grown     some of them grown until the analysis without elimination takes from ten seconds to a minute (twelve minutes at most, 3 GB)
# examples  totals over all examples, with every constraint (seconds)
# maude     the philosophers of examples/dining.tfg in Maude, which has to be installed, and their states here (a minute)
# murphi    the same in Murphi, by Rumur and a C compiler, which have to be installed (a minute)
# compare   computes the counts of the document again, names each line that it does not say, and fails then (minutes);
#           compare all: those that take longer, too. Each part has a limit, so that all of it ends within an hour on two
#           cores; a part that does not end is said to be over the limit, and is no difference. Times are not compared.
#           The counts of event-driven traces need the traces of their authors in ../shared/traces.
# random    runs the tests on random programs whose counts the document has, and compares these (three hours)
#
# Needs Go, and a shell with awk, grep, sed and timeout. go run ./bench times repeats the times of the document.
set -e
cd "$(dirname "$0")/.."
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/flavers" ./cmd/flavers

# row SYSTEM PUBLISHED PROGRAM PROPERTY [FLAG...]: lines of the table. PUBLISHED are the MIP edges
# before and after, for each row of the paper.
row() {
	system=$1 published=$2 program=$3 property=$4
	shift 4
	[ $# -gt 0 ] || set -- --order bfs
	[ "$sets" = tasks ] || set -- "$@" --constraints 'var:*.*'
	"$bin/flavers" stats "examples/$program.tfg" --only "$property" "$@" --constraints 'var:*.* task:*' --format csv $limits | awk -F, -v name="$system" -v property="$property" -v published="$published" '
	FNR > 1 { mip[$10] = $11; tuples[$10] = $12; visits[$10] = $13; time[$10] = $17; elim[$10] = $18; mhp = $20; verdict[$10] = $14 $15; cut = cut || $15 != "" }
	FNR > 1 && $10 == "normal" {
		sub(/var:\*\.\*/, "variables", $4); sub(/ task:\*/, ", tasks", $4)
		removed = mip["none"] ? sprintf("%.0f %%", 100 - 100 * mip["normal"] / mip["none"]) : "-"
		printf "| %s | %s | %s | %d | %d | %d | %d | %d | %d | %d | %d | %s | %s | %d | %d | %d | %d | %d | %d | %s | %.3f | %.3f | %.3f | %.3f | %s |\n",
			name, $3, $4, $6, $7, $8, $9, mip["none"], mip["paper"], mip["safe"], mip["normal"], removed, published,
			tuples["none"], tuples["safe"], tuples["normal"], visits["none"], visits["safe"], visits["normal"], $16,
			1000 * time["none"], 1000 * time["normal"], 1000 * elim["normal"], 1000 * mhp, verdict["normal"] (cut ? ", over the limit" : "")
		done = 1
	}
	END { if (!done) printf "| %s | %s | | | | | | | | | | | %s | | | | | | | | | | | | over the limit |\n", name, property, published }'
}

head() {
	echo '| system | property | constraints | τ | local | global | comm. | MIP none | paper | safe | normal | removed | published | tuples none | safe | normal | visits none | safe | normal | form | ms none | ms normal | ms elimination | ms MHP | verdict |'
	echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
}

# total sums the lines of a table.
total() {
	tee "$bin/all"
	grep -v 'over the limit |$' "$bin/all" >"$bin/rows" || return 0
	awk -F'|' '{ for (k = 9; k <= 12; k++) m[k] += $k; for (k = 15; k <= 20; k++) m[k] += $k; for (k = 22; k <= 25; k++) m[k] += $k
		d = 1 - $12 / $9; D += d; DD += d * d; x = 1 - $20 / $18; X += x; XX += x * x
		if ($12 + 0 < $11 + 0) e++; if ($12 + 0 > $11 + 0) E++; if ($17 + 0 < $16 + 0) t++; if ($17 + 0 > $16 + 0) T++; if ($20 + 0 < $19 + 0) v++; if ($20 + 0 > $19 + 0) V++ }
	END { printf "| **total** | %d rows | | | | | | %d | %d | %d | %d | %.0f %% | | %d | %d | %d | %d | %d | %d | | %.3f | %.3f | %.3f | %.3f | |\n",
		NR, m[9], m[10], m[11], m[12], 100 - 100 * m[12] / m[9], m[15], m[16], m[17], m[18], m[19], m[20], m[22], m[23], m[24], m[25]
		printf "\nNormal against safe: fewer edges on %d rows, more on %d; fewer tuples on %d, more on %d; fewer visits on %d, more on %d.\n", e, E, t, T, v, V
		printf "On average, normal removes %.0f %% of the edges, deviation %.2f, and %.0f %% of the visits, deviation %.2f.\n", 100 * D / NR, sqrt((DD - D * D / NR) / (NR - 1)), 100 * X / NR, sqrt((XX - X * X / NR) / (NR - 1))
		saved = m[22] - (m[23] - m[24])
		printf "Fixed points: %.2f ms without elimination, %.2f ms with normal; elimination itself %.3f ms, %.4g %% of what it saved.\n", m[22], m[23] - m[24], m[24], 100 * m[24] / saved }' "$bin/rows"
}

# totals prints the head of the statistics of all examples.
totals() { "$bin/flavers" stats examples/*.tfg examples/figure4/*.tfg | awk 'NR <= 10'; }

# says NAME: each line of the input is in the document, however its blanks and line ends are. Of a row of a table that
# differs, it prints the row of the document that begins alike, too.
says() {
	n=0
	while IFS= read -r line; do
		n=$((n + 1))
		line=$(printf '%s' "$line" | tr -s ' ')
		grep -qF -- "$line" "$bin/document" && continue
		echo "differs: $1: the document does not say: $line"
		key=$(printf '%s' "$line" | sed -n 's/^\(| [^|]* | [^|]* | [^|]* |\) .*|.*$/\1/p')
		[ -z "$key" ] || grep -F -- "$key" docs/results.md | sed 's/^/         but: /; 4q'
		touch "$bin/differs"
	done
	[ $n -gt 0 ] || [ -e "$bin/over" ] && rm -f "$bin/over" && return
	echo "differs: $1: nothing was computed"
	touch "$bin/differs"
}

# philosophers N: a module of Maude. A philosopher takes the left fork, then the right one, eats, and puts them down.
philosophers() {
	init=$(i=0; while [ $i -lt $1 ]; do echo "p($i, 0) f($i)"; i=$((i + 1)); done)
	cat <<-END
	mod DINING is
	  protecting NAT .
	  sort S .
	  op none : -> S [ctor] .
	  op __ : S S -> S [ctor assoc comm id: none] .
	  op p : Nat Nat -> S [ctor] .
	  op f : Nat -> S [ctor] .
	  op init : -> S .
	  vars I J : Nat .
	  eq init = $init .
	  rl p(I, 0) f(I) => p(I, 1) .
	  crl p(I, 1) f(J) => p(I, 2) if J = (I + 1) rem $1 .
	  rl p(I, 2) => p(I, 3) .
	  rl p(I, 3) => p(I, 4) .
	  rl p(I, 4) => p(I, 5) f((I + 1) rem $1) .
	  rl p(I, 5) => p(I, 0) f(I) .
	endm
	search init =>* none .
	quit
	END
}

# murphi N: the same as a program of Murphi.
murphi() {
	cat <<-END
	const N: $1;
	type id: 0 .. N - 1;
	var at: array [id] of 0 .. 5; free: array [id] of boolean;
	startstate begin for i: id do at[i] := 0; free[i] := true; end; end;
	ruleset i: id do
	  rule at[i] = 0 & free[i] ==> begin at[i] := 1; free[i] := false; end;
	  rule at[i] = 1 & free[(i + 1) % N] ==> begin at[i] := 2; free[(i + 1) % N] := false; end;
	  rule at[i] = 2 ==> begin at[i] := 3; end;
	  rule at[i] = 3 ==> begin at[i] := 4; end;
	  rule at[i] = 4 ==> begin at[i] := 5; free[(i + 1) % N] := true; end;
	  rule at[i] = 5 ==> begin at[i] := 0; free[i] := true; end;
	end;
	END
}

# passes COMMAND: a test that compares with the document or with published numbers.
passes() {
	"$@" >"$bin/test" 2>&1 && return
	if [ -e "$bin/over" ]; then
		rm "$bin/over"
		grep '^over the limit' "$bin/test"
		return
	fi
	echo "differs: $*"
	grep -m 5 -A 2 -e '--- FAIL' "$bin/test"
	touch "$bin/differs"
}

# within MINUTES COMMAND: prints what a command prints. If it does not end in time, that is said, and is no difference.
within() {
	minutes=$1 ended=0
	shift
	timeout "${minutes}m" "$@" || ended=$?
	[ $ended -ne 124 ] || {
		echo "over the limit of $minutes minutes: $*" >&2
		touch "$bin/over"
	}
	return $ended
}

# states PROGRAM ALGORITHM FLAG...: how many states an exploration visits, with commas.
states() {
	program=$1 algorithm=$2
	shift 2
	"$bin/flavers" explore "$program" --algorithm "$algorithm" "$@" | awk '$2 == "states" && NF == 2 { print $1 }'
}

# explored LABEL ALGORITHM FLAG...: a row of a table of the actors, with executions/transitions.
explored() {
	label=$1 algorithm=$2
	shift 2
	row="| $label |"
	for name in registry fib quicksort pi pipesort chameneos leader shortpath4 shortpath5 regsim; do
		row="$row $("$bin/flavers" explore "examples/actors/$name.tfg" --algorithm "$algorithm" "$@" |
			awk '$2 == "executions" && NF == 2 { e = $1 } $2 ~ /transitions|deliveries/ { t = $1 } END { gsub(",", "", e); gsub(",", "", t); print e "/" t }') |"
	done
	echo "$row"
}

# visited: rows of the counts of mhp.md, without times.
visited() {
	go test -run XXX -bench 'MHP' -benchtime 1x ./mip |
		awk '/^BenchmarkMHP/ { for (i = 2; i <= NF; i++) if ($(i) == "sweeps") s = $(i - 1); else if ($(i) == "visits") v = $(i - 1); printf "%d | %d |\n", s, v }' |
		sed -e :a -e 's/\([0-9]\)\([0-9]\{3\}\)\( \|$\|,\)/\1,\2\3/;ta'
}

# compare computes what the documents say: results.md, and the counts of explorers.md and mhp.md.
compare() {
	sh docs/results.sh figure4 >"$bin/figure4"
	grep -E '^\| [^s]' "$bin/figure4" | awk -F'|' -v OFS='|' '/\*\*total/ { NF = 20 } { NF = NF < 21 ? NF : 21; print }' | says figure4
	grep -E '^(Normal against|On average)' "$bin/figure4" | sed 's/On average, normal removes \(.* %\) of the edges, deviation \(.*\), and \(.* %\) of the visits, deviation \(.*\)\./it is \1, with a deviation of \2.|there are \3 fewer visits on average, with a deviation of \4./' | tr '|' '\n' | says averages
	totals | awk 'NR == 1 || NR > 2 && NR < 7 || /^  normal against/' | sed 's/\( %\) *[0-9.]* [mnu]*s.*/\1/; s/^\(  none.*[0-9]\)  *[0-9.]* us .*/\1/' | says examples
	for name in alternating_bit bakery elevator leader peterson readers_writers test_and_set token_ring; do
		file=examples/liveness/$name.tfg
		echo "| $name | $(states $file states) | $(states $file lpor) |"
	done | says liveness
	awk -F';' '!/^#/ && $1 ~ / all:/ { n++; split($2, t, " "); split($3, v, " "); T += t[3]; V += v[3] } END { printf "its %d rows have %d visits for %d tuples, so at most %.0f %%\n", n, V, T, 100 * (V - T) / V }' verify/testdata/reduction.golden |
		sed -e :a -e 's/\([0-9]\)\([0-9]\{3\}\)\( \|$\|,\)/\1,\2\3/;ta' | says 'sleep sets'
	echo "| register | $(states examples/lpor/register.tfg states --only regular) |" | says register
	FLAVERS_SCALE=1 go test ./porelim -run TestKeys -v | sed -n 's/.*: \(| .* |\)$/\1/p' | says keys
	FLAVERS_SCALE=1 go test ./verify -run TestFewerConstraints -v | sed -n 's/.*: \([0-9]*\) properties hold, with \([0-9]*\) necessary constraints in all; without one of them, \([0-9]*\) hold under safe, \([0-9]*\) under normal.*/\1 properties of the examples hold, with \2 constraints that are necessary without elimination. Without one of them, \3 hold under rule safe, and \4 under normal./p' | says 'fewer constraints'
	FLAVERS_SCALE=1 passes go test ./verify -run TestRefinementOnExamples
	passes go test . -run TestRowsOfPapers
	explored optimal optimal | says 'optimal of actors'
	visited | says 'visits of MHP'
	passes go test ./mip -run 'TestKnownPairs|TestWork'
	passes go test ./explore -run Counts
	passes go test ./explore -run TestPublishedClassic
	FLAVERS_SCALE=1 passes go test ./explore/trans -run 'Counts|Tables|Rows|Election|Readings|Optimal'
	[ -d ../shared/traces ] || echo 'not compared: event-driven traces, which are not in ../shared/traces'
	passes go test ./explore/em ./explore/engine ./explore/lpor/...
	[ "$1" = all ] || return 0
	sh docs/results.sh grown >"$bin/grown"
	sed -n 's/^| \([^|]*\)|.*over the limit |$/over the limit: grown: \1is not compared/p' "$bin/grown"
	! grep -q 'over the limit |$' "$bin/grown" || touch "$bin/over"
	grep -E '^\| [^s*]' "$bin/grown" | grep -v 'over the limit |$' | awk -F'|' -v OFS='|' '{ NF = 21; print }' | says grown
	FLAVERS_RANDOM=1 within 15 go test ./porelim -run TestExhaustive -v -timeout 2h | sed -n 's/.*: \(| [2-6] | .* |\)$/\1/p' | says exhaustive
	FLAVERS_RANDOM=1 passes within 10 go test ./explore -run TestPublishedClassic -timeout 2h
	FLAVERS_RANDOM=1 passes within 10 go test ./explore/em -timeout 2h
}

# randomly N PACKAGE TEST [SCRIPT]: compares the counts that a test of N random programs logs, as a script of sed writes
# them, with the document. Times are left out.
randomly() {
	FLAVERS_RANDOM=$1 within 60 go test "$2" -run "$3\$" -v -timeout 2h >"$bin/log" || true
	! grep -A 2 -e '--- FAIL' "$bin/log" || touch "$bin/differs"
	sed -n 's/^ *[a-z_]*_test\.go:[0-9]*: \(.*[0-9].*\)/\1/p' "$bin/log" | sed -e 's/, [0-9]* s$//' -e "${4:-}" | says "random $3"
}

# random computes what the section on random programs says.
random() {
	randomly 20000 ./verify TestExactness
	randomly 14000 ./porelim TestDifferential
	randomly 6000 ./porelim TestHiddenRendezvous 's/ problems compared, \([0-9]*\) violated;.*/ problems (\1 violated)/'
	randomly 3000 ./explore TestOrbits
	randomly 20000 ./explore/lpor/petri TestRandomNets 's/; states: .*//'
	randomly 20000 ./explore/lpor/petri TestRunRandomNets
	randomly 20000 ./verify/blocked TestAgainstAllStates \
		's/found map.deadlock:\([0-9]*\) error:\([0-9]*\) violation:\([0-9]*\).*/\1 deadlocks, \2 errors and \3 violations/'
}

sets=both limits='--max-tuples 3000000'
case ${1:-figure4} in
figure4)
	head
	{
		row 'Chiron' '236→166 (30 %)' chiron in_turn
		row 'Chiron, decomposed' '236→166 (30 %)' chiron_decomposed in_turn
		row 'Chiron, decomposed' '236→166 (30 %)' chiron_decomposed only_registered
		row 'Chiron, decomposed' '236→166 (30 %)' chiron_decomposed notifies_what_came
		for n in 2 4; do
			published='190→50 (74 %), 116→59 (49 %)'
			[ $n = 2 ] || published='608→273 (55 %), 1552→448 (71 %)'
			row "Cyclic $n" "$published" figure4/cyclic_local finish_before_restart --set N=$n
			row "Cyclic $n" "$published" figure4/cyclic_local in_turn --set N=$n
		done
		row 'DPFM 2' '136→64 (53 %), 80→64 (20 %)' dining_manager neighbours --set N=2
		row 'DPFM 3' '216→104 (52 %), 96→96' dining_manager neighbours --set N=3
		row 'DPFM 7' '536→264 (51 %), 160→160' dining_manager neighbours --set N=7
		row 'DPFM 10' '776→384 (51 %), 208→208' dining_manager neighbours --set N=10
		row 'DPH 2' '122→110 (10 %)' dining_host seated_while_eating --set N=2
		row 'DPH 3' '282→266 (6 %)' dining_host seated_while_eating --set N=3
		row 'MMGT' '1312→1280 (2 %)' mmgt no_shutdown_while_allocating
		row 'TWH-P' '4480→2933 (35 %), 232→202 (13 %)' twh_perfect client_opens_first
		row 'TWH-P' '4480→2933 (35 %), 232→202 (13 %)' twh_perfect data_in_open_connection
		row 'TWH-I' '6534→4644 (29 %), 276→243 (12 %)' twh_lossy client_opens_first
		row 'RW 2' '112→96 (14 %), 88→88' readers_writers no_read_while_writing --set N=2
		row 'RW 4' '176→160 (9 %), 152→152' readers_writers no_read_while_writing --set N=4
		row 'RW 6' '240→224 (7 %), 216→216' readers_writers no_read_while_writing --set N=6
		row 'RW 8' '304→288 (5 %), 280→280' readers_writers no_read_while_writing --set N=8
		row 'Ring 2' '556→388 (30 %)' figure4/ring_local exclusion --set N=2
		row 'Ring 3' '1992→1270 (36 %)' figure4/ring_local exclusion --set N=3
		row 'Ring 4' '4356→2692 (38 %)' figure4/ring_local exclusion --set N=4
	} | total
	;;
grown)
	limits='--max-memory 3GB --timeout 240s' sets=tasks
	head
	{
		row 'Cyclic 9' '' figure4/cyclic_local finish_before_restart --set N=9
		row 'Ring 20' '' figure4/ring_local exclusion --set N=20
		row 'RW 14' '' readers_writers no_read_while_writing --set N=14
	} | total
	;;
examples)
	totals
	;;
maude)
	for n in 2 3 8 9; do
		philosophers $n >"$bin/dining.maude"
		echo "N=$n Maude: $(maude -no-banner "$bin/dining.maude" | grep -o 'states: [0-9]*.*cpu')"
		echo "N=$n flavers: states: $(states examples/dining.tfg states --set N=$n --runtime-errors)"
	done
	;;
murphi)
	for n in 2 3 8 9 10 11; do
		murphi $n >"$bin/dining.m"
		rumur --deadlock-detection off --threads 1 --output "$bin/dining.c" "$bin/dining.m"
		cc -std=c11 -O3 -o "$bin/dining" "$bin/dining.c" -lpthread -latomic 2>"$bin/cc" || { cat "$bin/cc"; exit 1; }
		echo "N=$n Rumur: $("$bin/dining" | grep -o '[0-9]* states, .*')"
		echo "N=$n flavers: states: $(states examples/dining.tfg states --set N=$n --runtime-errors --max-states 10000000)"
	done
	;;
compare)
	cat docs/results.md docs/explorers.md docs/mhp.md | tr -s ' \n' ' ' >"$bin/document"
	compare "${2:-}"
	[ ! -e "$bin/differs" ]
	;;
random)
	tr -s ' \n' ' ' <docs/results.md >"$bin/document"
	random
	[ ! -e "$bin/differs" ]
	;;
*)
	echo "unknown table $1" >&2
	exit 2
	;;
esac
