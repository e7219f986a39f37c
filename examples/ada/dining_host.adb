--  Dining philosophers with a host: no deadlock.
--
--  What it shows: a server that counts, in its guards. The host admits at most
--  N - 1 philosophers to the table, so that one of them can always eat.
--
--  The twin of ../dining_host.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Dining_Host is

   N : constant := 3;                       --  philosophers, and forks

   type Seat is mod N;

   Last : Seat := Seat'Last;

   function Next return Seat is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task Host is
      entry Enter;
      entry Leave;
   end Host;

   task type Fork_Task is
      entry Up;
      entry Down;
   end Fork_Task;

   task type Philosopher (I : Seat := Next);

   Fork : array (Seat) of Fork_Task;
   Phil : array (Seat) of Philosopher;

   task body Host is
      Seated : Natural range 0 .. N - 1 := 0;
   begin
      loop
         select
            when Seated < N - 1 =>
               accept Enter;
               Seated := Seated + 1;
         or
            accept Leave;
            Seated := Seated - 1;
         end select;
      end loop;
   end Host;

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
         Host.Enter;
         Fork (I).Up;
         Fork (I + 1).Up;
         Put_Line ("eat(" & Seat'Image (I) & ")");
         --! event eat(I)
         Put_Line ("done(" & Seat'Image (I) & ")");
         --! event done(I)
         Fork (I + 1).Down;
         Fork (I).Down;
         Host.Leave;
      end loop;
   end Philosopher;

begin
   null;
end Dining_Host;
