/* Twin of examples/dining_locks.tfg. eats: what the property neighbours watches. */
bit locked[N];
bit eats[2];

proctype phil(byte i; byte j) {
	do
	:: atomic { !locked[i] -> locked[i] = 1 };
	   atomic { !locked[j] -> locked[j] = 1 };
	   d_step { if :: i < 2 -> eats[i] = 1; assert(!(eats[0] && eats[1])) :: else fi };
	   d_step { if :: i < 2 -> eats[i] = 0 :: else fi };
	   locked[j] = 0;
	   locked[i] = 0
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run phil(i, (i + 1) % N); i++
		:: else -> i = 0; break
		od
	}
}
