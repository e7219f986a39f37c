/* Twin of peterson.tfg. waits: who has asked and has not entered; away: task 0 has left and
   has not asked again; inside: how many are in the critical section; turns: the state of the
   automaton of turns, 0 outside, 1 asked, 2 passed, 3 error. */
bit flag[2];
bit turn;
bit waits[2];
bit away;
byte inside;
byte turns[2];

proctype p(bit i) {
	do
	:: true; true                 /* stays outside; one step would be a loop that spin refuses */
	:: d_step { waits[i] = 1; if :: i == 0 -> away = 0 :: else fi };
	   flag[i] = 1;
	   d_step { turn = 1 - i; if :: turns[i] == 0 -> turns[i] = 1 :: else fi };
	   do
	   :: !flag[1 - i] -> break
	   :: flag[1 - i] ->
		if
		:: turn == i -> break
		:: turn != i
		fi
	   od;
	   atomic {
		waits[i] = 0;
		inside++;
		if :: turns[i] != 3 -> turns[i] = 0 :: else fi;
		if :: turns[1 - i] == 1 || turns[1 - i] == 2 -> turns[1 - i]++ :: else fi
	   };
	   d_step { inside--; if :: i == 0 -> away = 1 :: else fi };
	   flag[i] = 0
	od
}

init { atomic { run p(0); run p(1) } }

ltl served_0 { []<> !waits[0] }
ltl served_1 { []<> !waits[1] }
ltl turns_0 { []<> (turns[0] == 0) }
ltl turns_1 { []<> (turns[1] == 0) }
ltl exclusion { [] (inside <= 1) }
ltl asks_again { []<> !away }
