/* Twin of readers_writers.tfg. asks: readers that have asked and have not begun; waiting is
   that of the writer, and begun says that it writes. */
#ifndef POLITE
#define POLITE 0
#endif
byte readers;
bit writing, waiting;
bit asks[2];
bit begun;

proctype reader(bit i) {
	do
	:: d_step { asks[i] = 1 };
	   d_step { !writing && !(POLITE && waiting) -> readers++; asks[i] = 0; assert(!begun) };
	   readers--
	od
}

proctype writer() {
	do
	:: d_step { waiting = 1 };
	   d_step { readers == 0 -> writing = 1; waiting = 0; begun = 1 };
	   d_step { begun = 0; writing = 0 }
	od
}

init { atomic { run reader(0); run reader(1); run writer() } }

ltl writer_served { []<> !waiting }
ltl reader_served_0 { []<> !asks[0] }
ltl reader_served_1 { []<> !asks[1] }
ltl ends { []<> !begun }
ltl no_read_while_writing { [] (!begun || readers == 0) }
