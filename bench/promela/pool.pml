/* Twin of models/pool.tfg. jobs_1: how often job 1 was done. */
chan jobs = [2] of { byte };
bit locked;
byte total;
byte jobs_1;

proctype worker(byte i) {
	byte job;
	do
	:: jobs?job;
	   if
	   :: job == 0 -> break
	   :: job != 0 -> skip
	   fi;
	   d_step {
		if
#ifdef VIOLATED
		:: job == 1 -> assert(i != 1)
#else
		:: job == 1 -> jobs_1++; assert(jobs_1 <= 1)
#endif
		:: else
		fi
	   };
	   atomic { !locked -> locked = 1 };
	   total++;
	   locked = 0
	od
}

proctype boss() {
	byte j = 1;
	do
	:: atomic { j <= N && nfull(jobs) -> jobs!j; j++ }
	:: atomic { j > N && j <= 2 * N && nfull(jobs) -> jobs!0; j++ }
	:: j > 2 * N -> break
	od
}

init {
	byte i;
	atomic {
		run boss();
		do
		:: i < N -> run worker(i); i++
		:: else -> i = 0; break
		od
	}
}
