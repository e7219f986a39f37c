/* Twin of examples/cyclic.tfg. The trace is the property never_too_early, or, of the
   violated variant, one_at_a_time. */
chan start[N] = [0] of { bit };
chan next[N] = [0] of { bit };
chan finished[N] = [0] of { bit };

#ifdef VIOLATED
trace {
idle:	if
	:: start[0]?_ -> goto busy
	:: start[1]?_ -> goto idle
	:: finished[0]?_ -> goto idle
	fi;
busy:	if
	:: start[0]?_ -> goto busy
	:: finished[0]?_ -> goto idle
	fi
}
#else
trace {
early:	if
	:: start[0]?_ -> goto started
	fi;
started: if
	:: start[0]?_ -> goto started
	:: start[1]?_ -> goto early
	fi
}
#endif

proctype cust(byte i) {
	do
	:: start[i]?_; finished[i]!0
	od
}

inline turn() {
	start[i]!0;
	next[j]!0;
	if
	:: finished[i]?_ -> next[i]?_
	:: next[i]?_ -> finished[i]?_
	fi
}

proctype sched(byte i; byte j) {
	next[i]?_;
	do
	:: turn()
	od
}

proctype first(byte i; byte j) {	/* has the token first */
	do
	:: turn()
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N - 1 -> run cust(i); run sched(i, i + 1); i++
		:: else -> break
		od;
		run cust(i); run first(i, 0);
		i = 0
	}
}
