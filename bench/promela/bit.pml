/* Twin of models/bit.tfg. due: 0 nothing, 1 or 2 the message 0 or 1 was put and not got
   yet; sent: the frames of this message. */
chan data = [N] of { byte };
chan answer = [N] of { bit };
byte due;
bit sent;

proctype sender() {
	bit tag, seen, message;
	do
	:: if
	   :: message = 0
	   :: message = 1
	   fi;
	   d_step { assert(due == 0); due = message + 1; sent = 0 };
	   do
	   :: d_step {
#ifdef VIOLATED
		assert(!sent); sent = 1
#else
		skip
#endif
	      };
	      if
	      :: skip ->
		if
		:: nfull(data) -> data!(2 * tag + message)
		:: full(data) -> skip
		fi
	      :: skip
	      fi;
	      if
	      :: nempty(answer) -> answer?seen;
		if
		:: seen == tag -> break
		:: seen != tag -> skip
		fi
	      :: empty(answer) -> skip
	      fi
	   od;
	   tag = !tag
	od
}

proctype receiver() {
	bit tag;
	byte frame;
	do
	:: data?frame;
	   if
	   :: (frame >= 2) == tag ->
		d_step { assert(due == frame % 2 + 1); due = 0 };
		tag = !tag
	   :: (frame >= 2) != tag -> skip
	   fi;
	   if
	   :: skip ->
		if
		:: nfull(answer) -> answer!(frame >= 2)
		:: full(answer) -> skip
		fi
	   :: skip
	   fi
	od
}

init {
	atomic { run sender(); run receiver() }
}
