/* Twin of token_ring.tfg. waits: who has asked and was not served yet; asks: who stands at the
   request, which a select with else can tell; coming: the token was at server 1 and not yet at
   server 0; unused: user 1 has not entered since; inside: how many are in the critical section. */
#define N 3
chan token[N] = [0] of { bit };
chan request[N] = [0] of { bit };
chan release[N] = [0] of { bit };
bit waits[N];
bit asks[N];
bit coming, unused;
byte inside;

proctype user(byte i) {
	do
	:: true; true                 /* stays away; one step would be a loop that spin refuses */
	:: d_step { waits[i] = 1; asks[i] = 1 };
	   request[i]!0;
	   d_step { waits[i] = 0; inside++; if :: i == 1 -> unused = 0 :: else fi };
	   d_step { inside-- };
	   release[i]!0
	od
}

proctype server(byte i; byte next) {
	if
	:: i == 0 -> token[next]!0
	:: i != 0
	fi;
	do
	:: atomic {
		token[i]?_ ->
		if
		:: i == 1 -> coming = 1; unused = 1
		:: i == 0 -> coming = 0
		:: else
		fi
	   };
	   if
	   :: atomic { request[i]?_ -> asks[i] = 0 }; release[i]?_
	   :: !asks[i] -> skip
	   fi;
	   token[next]!0
	od
}

init {
	atomic {
		run user(0); run user(1); run user(2);
		run server(0, 1); run server(1, 2); run server(2, 0)
	}
}

ltl served_0 { []<> !waits[0] }
ltl served_1 { []<> !waits[1] }
ltl served_2 { []<> !waits[2] }
ltl comes_back { []<> !coming }
ltl exclusion { [] (inside <= 1) }
ltl used { []<> !unused }
