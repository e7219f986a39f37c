/* Twin of examples/dining_manager.tfg. open: the manager stands at its select, where a
   rendezvous follows at once, so that the guard and the rendezvous are one step. eats:
   what the property neighbours watches; the violated variant asserts that philosophers
   0 and 1 take turns. */
chan up = [0] of { byte };
chan down = [0] of { byte };
bit taken[N];
bit open = 1;
bit eats[2];
bit second;

proctype manager() {
	byte x;
	do
	:: up?x -> taken[x] = 1; d_step { taken[(x + 1) % N] = 1; x = 0; open = 1 }
	:: down?x -> taken[x] = 0; d_step { taken[(x + 1) % N] = 0; x = 0; open = 1 }
	od
}

proctype phil(byte i; byte j) {
	do
	:: atomic { open && !taken[i] && !taken[j] -> open = 0; up!i };
	   d_step {
		if
		:: i < 2 ->
#ifdef VIOLATED
			assert(second == i); second = 1 - i
#else
			eats[i] = 1; assert(!(eats[0] && eats[1]))
#endif
		:: else
		fi
	   };
	   d_step { if :: i < 2 -> eats[i] = 0 :: else fi };
	   atomic { open -> open = 0; down!i }
	od
}

init {
	byte i;
	atomic {
		run manager();
		do
		:: i < N -> run phil(i, (i + 1) % N); i++
		:: else -> i = 0; break
		od
	}
}
