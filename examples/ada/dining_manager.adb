--  Dining philosophers with a fork manager: no deadlock.
--
--  What it shows: entry families with guards. The manager keeps one flag for
--  each fork and hands out both forks of a philosopher at once, or none. A
--  selective accept has one alternative for each philosopher, written out: this
--  program is for three.
--
--  The twin of ../dining_manager.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Dining_Manager is

   N : constant := 3;                       --  philosophers, and forks

   type Seat is mod N;

   Last : Seat := Seat'Last;

   function Next return Seat is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task Manager is
      entry Up (Seat);                      --  one entry for each philosopher
      entry Down (Seat);
   end Manager;

   task type Philosopher (I : Seat := Next);

   Phil : array (Seat) of Philosopher;

   task body Manager is
      Taken : array (Seat) of Boolean := (others => False);

      function Free (I : Seat) return Boolean is
        (not Taken (I) and not Taken (I + 1));

      procedure Set (I : Seat; To : Boolean) is
      begin
         Taken (I) := To;
         Taken (I + 1) := To;
      end Set;
   begin
      loop
         select
            when Free (0) =>
               accept Up (0);
               Set (0, True);
         or
            when Free (1) =>
               accept Up (1);
               Set (1, True);
         or
            when Free (2) =>
               accept Up (2);
               Set (2, True);
         or
            accept Down (0);
            Set (0, False);
         or
            accept Down (1);
            Set (1, False);
         or
            accept Down (2);
            Set (2, False);
         end select;
      end loop;
   end Manager;

   task body Philosopher is
   begin
      loop
         Manager.Up (I);
         Put_Line ("eat(" & Seat'Image (I) & ")");
         --! event eat(I)
         Put_Line ("done(" & Seat'Image (I) & ")");
         --! event done(I)
         Manager.Down (I);
      end loop;
   end Philosopher;

begin
   null;
end Dining_Manager;
