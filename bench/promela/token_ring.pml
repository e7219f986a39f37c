/* Twin of examples/token_ring.tfg. waits[i]: user i stands at its request, which a
   select with else can ask in the example. The trace is the property round; the
   violated variant asserts that user 1 is served whenever the token comes, as
   every_round does. */
chan token[N] = [0] of { bit };
chan request[N] = [0] of { bit };
chan release[N] = [0] of { bit };
bit waits[N];

#ifndef VIOLATED
trace {
	do
	:: token[1]?_; token[2]?_; token[0]?_
	od
}
#endif

proctype user(byte i) {
	do
	:: waits[i] = 1;
	   request[i]!0;
	   waits[i] = 0;
	   skip;
	   release[i]!0
	od
}

inline visit() {
	token[i]?_;
	if
	:: request[i]?_ -> release[i]?_
	:: d_step {
		!waits[i] ->
#ifdef VIOLATED
		assert(i != 1)
#endif
	   };
	   skip
	fi;
	token[j]!0
}

proctype server(byte i; byte j) {
	do
	:: visit()
	od
}

proctype first(byte i; byte j) {
	token[j]!0;
	do
	:: visit()
	od
}

init {
	byte i;
	atomic {
		run user(0); run first(0, 1);
		i = 1;
		do
		:: i < N -> run user(i); run server(i, (i + 1) % N); i++
		:: else -> i = 0; break
		od
	}
}
