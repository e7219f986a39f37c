--  Overtaking on a highway.
--
--  What it shows: a chain of tasks, each client of the one in front and server
--  of the one behind. A car asks the car in front before it pulls out, by a
--  conditional entry call; a car that is asked keeps its lane until the other
--  one has passed.
--
--  The twin of twins/highway.tfg. (In ../highway.tfg a car asks and can be asked
--  at the same time; Ada has no such select.)
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Highway is

   N : constant := 4;                       --  cars; car 0 is in front

   type Place is mod N;

   Last : Place := Place'Last;

   function Next return Place is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task type Car_Task (I : Place := Next) is
      entry Ask;
      entry Passed;
   end Car_Task;

   Car : array (Place) of Car_Task;

   task body Car_Task is
   begin
      loop
         select
            accept Ask;                     --  keep the lane
            accept Passed;
         or
            delay 0.000_1;
            if I > 0 then
               select
                  Car (I - 1).Ask;
                  Put_Line ("pulls_out(" & Place'Image (I) & ")");
                  --! event pulls_out(I)
                  Put_Line ("pulls_in(" & Place'Image (I) & ")");
                  --! event pulls_in(I)
                  Car (I - 1).Passed;
               else
                  null;
               end select;
            end if;
         end select;
      end loop;
   end Car_Task;

begin
   null;
end Highway;
