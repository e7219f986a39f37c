/* Twin of leader.tfg. elections: how many there were; first: station 0 leads; waits: who has
   not heard of an election. */
#define N 3
chan ring[N] = [N] of { byte };
byte elections;
bit first;
bit waits[N];

proctype station(byte i; byte next) {
	byte n;
	bit leads;
	ring[next]!i;
	do
	:: ring[i]?n;
	   if
	   :: n == N -> break
	   :: n == i ->
		d_step {
			elections++;
			waits[0] = 1; waits[1] = 1; waits[2] = 1;
			if :: i == 0 -> first = 1 :: else fi
		};
		leads = 1;
		ring[next]!N
	   :: n != N && n != i && n > i -> ring[next]!n
	   :: n != N && n < i
	   fi
	od;
	waits[i] = 0;
	if
	:: !leads -> ring[next]!N
	:: leads
	fi
}

init { atomic { run station(0, 1); run station(1, 2); run station(2, 0) } }

ltl one_leader { [] (elections <= 1) && <> (elections == 1) }
ltl heard_0 { []<> !waits[0] }
ltl heard_1 { []<> !waits[1] }
ltl heard_2 { []<> !waits[2] }
ltl zero_leads { <> first }
