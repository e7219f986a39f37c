--  Milner's cyclic scheduler.
--
--  What it shows: a ring of schedulers, one for each customer, that starts the
--  customers in turn; a customer must have finished before it is started again.
--  After handing the token on, a scheduler takes the two things it waits for,
--  in whatever order they come: a select that continues differently.
--
--  The twin of ../cyclic.tfg. The events begins and ends are in addition.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Cyclic is

   N : constant := 3;                       --  schedulers, and customers

   type Place is mod N;

   Last : Place := Place'Last;

   --  Numbers the customers, and then the schedulers.
   function Next_Place return Place is
   begin
      Last := Last + 1;
      return Last;
   end Next_Place;

   task type Customer (I : Place := Next_Place) is
      entry Start;
   end Customer;

   task type Scheduler (I : Place := Next_Place) is
      entry Next;
      entry Finished;
   end Scheduler;

   Cust  : array (Place) of Customer;
   Sched : array (Place) of Scheduler;

   task body Customer is
   begin
      loop
         accept Start;
         Put_Line ("begins(" & Place'Image (I) & ")");
         --! event begins(I)
         Put_Line ("ends(" & Place'Image (I) & ")");
         --! event ends(I)
         Sched (I).Finished;
      end loop;
   end Customer;

   task body Scheduler is
   begin
      if I /= Place'Last then               --  the last one holds the token first
         accept Next;
      end if;
      loop
         Cust (I).Start;
         Sched (I + 1).Next;
         select
            accept Finished;
            accept Next;
         or
            accept Next;
            accept Finished;
         end select;
      end loop;
   end Scheduler;

begin
   null;
end Cyclic;
