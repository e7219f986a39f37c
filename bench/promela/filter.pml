/* Twin of models/filter.tfg. inside: the tasks 0 and 1 in their critical sections;
   first: task 0 has been in its own. */
byte level[N];
byte last[N];
byte inside;
bit first;

proctype p(byte i) {
	byte l = 1, k, other;
	bit free;
	do
	:: do
	   :: l < N ->
		level[i] = l;
		last[l] = i;
		do
		:: last[l] != i -> break
		:: last[l] == i ->
			free = 1;
			do
			:: k < N && k != i ->
				other = level[k];
				atomic { free = (other >= l -> 0 : free); other = 0; k++ }
			:: k == i -> k++
			:: k == N -> break
			od;
			k = 0;
			if
			:: free -> break
			:: !free -> skip
			fi
		od;
		free = 0;
		l++
	   :: l == N -> break
	   od;
	   atomic {
		if
#ifdef VIOLATED
		:: i == 0 -> first = 1
		:: i == 1 -> assert(first)
#else
		:: i < 2 -> inside++; assert(inside == 1)
#endif
		:: else
		fi
	   };
	   d_step {
		if
#ifndef VIOLATED
		:: i < 2 -> inside--
#endif
		:: else
		fi
	   };
	   level[i] = 0;
	   l = 1
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run p(i); i++
		:: else -> i = 0; break
		od
	}
}
