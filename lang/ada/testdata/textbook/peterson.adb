--  Mutual exclusion by Peterson, with volatile variables.
--! expect no-deadlock
--! expect no-runtime-errors
procedure Peterson is
   Want_1, Want_2 : Boolean := False;
   Last : Integer range 1 .. 2 := 1;
   pragma Volatile (Want_1);
   pragma Volatile (Want_2);
   pragma Volatile (Last);
   Inside : Integer range 0 .. 2 := 0;
   pragma Volatile (Inside);

   task P;
   task Q;

   task body P is
   begin
      for I in 1 .. 2 loop
         Want_1 := True;
         Last := 1;
         while Want_2 and then Last = 1 loop
            null;
         end loop;
         Inside := Inside + 1;
         pragma Assert (Inside = 1);
         Inside := Inside - 1;
         Want_1 := False;
      end loop;
   end P;

   task body Q is
   begin
      for I in 1 .. 2 loop
         Want_2 := True;
         Last := 2;
         while Want_1 and then Last = 2 loop
            null;
         end loop;
         Inside := Inside + 1;
         pragma Assert (Inside = 1);
         Inside := Inside - 1;
         Want_2 := False;
      end loop;
   end Q;
begin
   null;
end Peterson;
