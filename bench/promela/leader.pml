/* Twin of models/leader.tfg: every message handled step by step, one queue a node.
   elected: how many were. */
mtype = { one, two };
chan queue[N] = [2 * N] of { mtype, byte };
byte elected;

proctype node(byte i; byte j) {
	bit passive;
	byte largest = i + 1, neighbour, n;
	queue[j]!one(i + 1);
	do
	:: queue[i]?one(n) ->
		if
		:: passive -> queue[j]!one(n)
		:: !passive ->
			if
			:: n != largest -> queue[j]!two(n); neighbour = n
			:: n == largest -> d_step {
				elected++;
#ifdef VIOLATED
				assert(elected == 0)
#else
				assert(elected <= 1)
#endif
			   }
			fi
		fi;
		n = 0
	:: queue[i]?two(n) ->
		if
		:: passive -> queue[j]!two(n)
		:: !passive ->
			if
			:: neighbour > n && neighbour > largest -> largest = neighbour; queue[j]!one(neighbour)
			:: !(neighbour > n && neighbour > largest) -> passive = 1
			fi
		fi;
		n = 0
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run node(i, (i + 1) % N); i++
		:: else -> i = 0; break
		od
	}
}
