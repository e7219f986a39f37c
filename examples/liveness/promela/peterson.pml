/* Twin of peterson.tfg. waits: who has asked and has not entered; away: task 0 has left and
   has not asked again; inside: how many are in the critical section. */
bit flag[2];
bit turn;
bit waits[2];
bit away;
byte inside;

proctype p(bit i) {
	do
	:: true; true                 /* stays outside; one step would be a loop that spin refuses */
	:: d_step { waits[i] = 1; if :: i == 0 -> away = 0 :: else fi };
	   flag[i] = 1;
	   turn = 1 - i;
	   do
	   :: !flag[1 - i] -> break
	   :: flag[1 - i] ->
		if
		:: turn == i -> break
		:: turn != i
		fi
	   od;
	   atomic { waits[i] = 0; inside++ };
	   d_step { inside--; if :: i == 0 -> away = 1 :: else fi };
	   flag[i] = 0
	od
}

init { atomic { run p(0); run p(1) } }

ltl served_0 { []<> !waits[0] }
ltl served_1 { []<> !waits[1] }
ltl exclusion { [] (inside <= 1) }
ltl asks_again { []<> !away }
