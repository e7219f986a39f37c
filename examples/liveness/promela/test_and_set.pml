/* Twin of test_and_set.tfg. waits: who has asked and has not entered; somebody: a request after
   which nobody has entered; inside: how many are in the critical section. */
bit taken;
bit waits[2];
bit somebody;
byte inside;

proctype p(bit i) {
	do
	:: d_step { waits[i] = 1; somebody = 1 };
	   d_step { !taken -> taken = 1; waits[i] = 0; somebody = 0; inside++ };
	   d_step { inside-- };
	   taken = 0
	od
}

init { atomic { run p(0); run p(1) } }

ltl served_0 { []<> !waits[0] }
ltl served_1 { []<> !waits[1] }
ltl progress { []<> !somebody }
ltl exclusion { [] (inside <= 1) }
