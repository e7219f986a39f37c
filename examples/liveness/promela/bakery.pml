/* Twin of bakery.tfg. waits: who has come and has not entered; inside: how many are in the
   critical section. */
#define LAST 3
bit choosing[2];
byte number[2];
bit waits[2];
byte inside;

proctype customer(bit i) {
	byte mine, other;
	do
	:: d_step { waits[i] = 1 };
	   d_step { number[1 - i] < LAST -> choosing[i] = 1; mine = number[1 - i] + 1 };
	   number[i] = mine;
	   choosing[i] = 0;
	   !choosing[1 - i];
	   do
	   :: other = number[1 - i];
		if
		:: other == 0 || other > mine || (other == mine && i == 0) -> break
		:: !(other == 0 || other > mine || (other == mine && i == 0))
		fi
	   od;
	   atomic { waits[i] = 0; inside++ };
	   d_step { inside-- };
	   number[i] = 0;
	   other = 0;
	   mine = 0
	od
}

init { atomic { run customer(0); run customer(1) } }

ltl served_0 { []<> !waits[0] }
ltl served_1 { []<> !waits[1] }
ltl exclusion { [] (inside <= 1) }
