/* Twin of examples/dining.tfg. eats: what the property neighbours watches. */
chan up[N] = [0] of { bit };
chan down[N] = [0] of { bit };
bit eats[2];

proctype fork(byte i) {
	do
	:: up[i]?_; down[i]?_
	od
}

proctype phil(byte i; byte j) {
	do
	:: up[i]!0;
	   up[j]!0;
	   d_step { if :: i < 2 -> eats[i] = 1; assert(!(eats[0] && eats[1])) :: else fi };
	   d_step { if :: i < 2 -> eats[i] = 0 :: else fi };
	   down[j]!0;
	   down[i]!0
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run fork(i); run phil(i, (i + 1) % N); i++
		:: else -> i = 0; break
		od
	}
}
