--  A barrier that can be used again.
--
--  What it shows: a protected entry that counts its own queue ('Count). The last
--  one to arrive opens the barrier, and the last one to leave closes it: nobody
--  starts the next round before everybody has arrived in this one.
--
--  The twin of ../barrier.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Barrier is

   N      : constant := 2;                  --  tasks
   Rounds : constant := 2;

   type Index is mod N;

   Last : Index := Index'Last;

   function Next return Index is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   protected Gate is
      entry Wait;
   private
      Open : Boolean := False;
   end Gate;

   task type Worker_Task (I : Index := Next);

   Worker : array (Index) of Worker_Task;

   protected body Gate is

      entry Wait when Open or Wait'Count = N is
      begin
         Open := Wait'Count > 0;
      end Wait;

   end Gate;

   task body Worker_Task is
   begin
      for R in 1 .. Rounds loop
         Put_Line ("begin(" & Index'Image (I) & "," & Integer'Image (R) & ")");
         --! event begin(I, R)
         Put_Line ("end(" & Index'Image (I) & "," & Integer'Image (R) & ")");
         --! event end(I, R)
         Gate.Wait;
      end loop;
   end Worker_Task;

begin
   null;
end Barrier;
