/* Twin of examples/readers_writers.tfg. Index 1 of a channel is the open entry; nobody
   sends to index 0, so that an index is a guard. The trace is the property
   writers_exclude, or, of the violated variant, readers_exclude. */
chan start_read[2] = [0] of { bit };
chan stop_read = [0] of { bit };
chan start_write[2] = [0] of { bit };
chan stop_write = [0] of { bit };

#ifdef VIOLATED
trace {
	do
	:: start_read[1]?_; stop_read?_
	od
}
#else
trace {
	do
	:: start_write[1]?_; stop_write?_
	od
}
#endif

proctype control() {
	byte readers;
	bit writing;
	do
	:: start_read[!writing]?_ -> readers++
	:: stop_read?_ -> readers--
	:: start_write[readers == 0 && !writing]?_ -> writing = 1
	:: stop_write?_ -> writing = 0
	od
}

proctype reader() {
	do
	:: start_read[1]!0; skip; stop_read!0
	od
}

proctype writer() {
	do
	:: start_write[1]!0; skip; stop_write!0
	od
}

init {
	byte i;
	atomic {
		run control();
		do
		:: i < N -> run reader(); run writer(); i++
		:: else -> i = 0; break
		od
	}
}
