--  Mutual exclusion by Peterson.
--
--  What it shows: tasks that share variables. Atomic variables of Ada are read
--  and written one after the other, in one order for all tasks.
--
--  The twin of ../peterson.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Peterson is

   subtype Side is Integer range 0 .. 1;

   Flag : array (Side) of Boolean := (others => False)
     with Atomic_Components;
   Turn : Side := 0
     with Atomic;

   Count : Natural := 0;

   function Next return Side is
   begin
      Count := Count + 1;
      return Count - 1;
   end Next;

   task type Process (I : Side := Next);

   P : array (Side) of Process;

   task body Process is
   begin
      loop
         Flag (I) := True;
         Put_Line ("wants(" & Side'Image (I) & ")");
         --! event wants(I)
         Turn := 1 - I;
         loop
            exit when not Flag (1 - I);
            exit when Turn = I;
         end loop;
         Put_Line ("enter(" & Side'Image (I) & ")");
         --! event enter(I)
         Put_Line ("leave(" & Side'Image (I) & ")");
         --! event leave(I)
         Flag (I) := False;
      end loop;
   end Process;

begin
   null;
end Peterson;
