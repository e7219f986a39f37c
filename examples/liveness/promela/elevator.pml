/* Twin of elevator.tfg. A floor has called and was not served where called is true; away: the
   passenger of floor 2 was served and has not called again. */
#ifndef SWEEP
#define SWEEP 1
#endif
bit called[3];
bit away;

proctype passenger(byte f) {
	do
	:: d_step { !called[f] -> called[f] = 1; if :: f == 2 -> away = 0 :: else fi }
	od
}

proctype elevator() {
	byte at;
	bit up = 1;
	do
	:: d_step {
		if
		:: called[at] -> called[at] = 0; if :: at == 2 -> away = 1 :: else fi
		:: else
		fi
	   };
	   d_step {
		if
		:: SWEEP ->
			if
			:: at == 2 -> up = 0
			:: at == 0 -> up = 1
			:: else
			fi;
			at = (up -> at + 1 : at - 1)
		:: else ->
			if
			:: called[0] -> at = 0
			:: !called[0] && called[1] -> at = 1
			:: !called[0] && !called[1] && called[2] -> at = 2
			:: else
			fi
		fi
	   }
	od
}

init { atomic { run passenger(0); run passenger(1); run passenger(2); run elevator() } }

ltl served_0 { []<> !called[0] }
ltl served_1 { []<> !called[1] }
ltl served_2 { []<> !called[2] }
ltl calls_again { []<> !away }
