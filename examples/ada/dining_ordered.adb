--  Dining philosophers with locks, lower fork first: no deadlock.
--
--  What it shows: a protected object as a lock, with a barrier. Locks taken in
--  one global order cannot close a circle.
--
--  The twin of ../dining_ordered.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Dining_Ordered is

   N : constant := 3;                       --  philosophers, and forks

   type Seat is mod N;

   Last : Seat := Seat'Last;

   function Next return Seat is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   protected type Lock is
      entry Seize;
      procedure Release;
   private
      Taken : Boolean := False;
   end Lock;

   task type Philosopher (I : Seat := Next);

   Fork : array (Seat) of Lock;
   Phil : array (Seat) of Philosopher;

   protected body Lock is

      entry Seize when not Taken is
      begin
         Taken := True;
      end Seize;

      procedure Release is
      begin
         Taken := False;
      end Release;

   end Lock;

   task body Philosopher is
      Lower  : constant Seat := Seat'Min (I, I + 1);
      Higher : constant Seat := Seat'Max (I, I + 1);
   begin
      loop
         Fork (Lower).Seize;
         Fork (Higher).Seize;
         Put_Line ("eat(" & Seat'Image (I) & ")");
         --! event eat(I)
         Put_Line ("done(" & Seat'Image (I) & ")");
         --! event done(I)
         Fork (Higher).Release;
         Fork (Lower).Release;
      end loop;
   end Philosopher;

begin
   null;
end Dining_Ordered;
