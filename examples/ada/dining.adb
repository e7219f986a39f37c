--  Dining philosophers, forks as tasks: the deadlock.
--
--  What it shows: rendezvous. A fork is a task that can be taken up and put
--  down, in turn; a philosopher takes the left fork, then the right one. When
--  every philosopher holds a left fork, all wait for ever.
--
--  The twin of ../dining.tfg.
--
--! expect deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Dining is

   N : constant := 3;                       --  philosophers, and forks

   type Seat is mod N;

   Last : Seat := Seat'Last;

   --  Numbers the philosophers in the order of their creation.
   function Next return Seat is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task type Fork_Task is
      entry Up;
      entry Down;
   end Fork_Task;

   task type Philosopher (I : Seat := Next);

   Fork : array (Seat) of Fork_Task;
   Phil : array (Seat) of Philosopher;

   task body Fork_Task is
   begin
      loop
         accept Up;
         accept Down;
      end loop;
   end Fork_Task;

   task body Philosopher is
   begin
      loop
         Fork (I).Up;                       --  left
         Fork (I + 1).Up;                   --  right
         Put_Line ("eat(" & Seat'Image (I) & ")");
         --! event eat(I)
         Put_Line ("done(" & Seat'Image (I) & ")");
         --! event done(I)
         Fork (I + 1).Down;
         Fork (I).Down;
      end loop;
   end Philosopher;

begin
   null;
end Dining;
