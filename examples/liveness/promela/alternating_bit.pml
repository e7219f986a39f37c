/* Twin of alternating_bit.tfg. sent: a message was put and not got; got: one was got, and the
   next was not put. */
chan frame = [1] of { bit };
chan answer = [1] of { bit };
bit current = 1;
bit sent, got;

proctype sender() {
	do
	:: frame!current
	od
}

proctype source() {
	bit seen;
	do
	:: d_step { current = !current; assert(!sent); sent = 1; got = 0 };
	   do
	   :: answer?seen;
		if
		:: seen == current -> break
		:: seen != current
		fi
	   od
	od
}

proctype receiver() {
	bit expected, b;
	do
	:: frame?b;
	   if
	   :: b == expected ->
		d_step { assert(sent && b == current); sent = 0; got = 1 };
		expected = !expected
	   :: b != expected
	   fi;
	   answer!b
	od
}

proctype loss() {
	do
	:: frame?_
	od
}

proctype answer_loss() {
	do
	:: answer?_
	od
}

init { atomic { run sender(); run source(); run receiver(); run loss(); run answer_loss() } }

ltl arrives { []<> !sent }
ltl goes_on { []<> !got }
