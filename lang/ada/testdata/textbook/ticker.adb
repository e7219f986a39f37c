--  A periodic task, and a server that it serves; Ada.Real_Time.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Real_Time; use Ada.Real_Time;
with Ada.Text_IO;   use Ada.Text_IO;

procedure Ticker is
   Period : constant Time_Span := Milliseconds (5);

   task Clock_Watcher is
      entry Tick (At_Time : Time);
      entry Stop;
   end Clock_Watcher;

   task Periodic;

   task body Clock_Watcher is
      Last : Time := Clock;
      Late : Natural := 0;
   begin
      loop
         select
            accept Tick (At_Time : Time) do
               if At_Time - Last > 2 * Period then
                  Late := Late + 1;
               end if;
               Last := At_Time;
            end Tick;
         or
            accept Stop;
            exit;
         or
            delay 1.0;
            Put_Line ("no tick");
         end select;
      end loop;
      Put_Line ("late:" & Natural'Image (Late));
   end Clock_Watcher;

   task body Periodic is
      Next : Time := Clock;
   begin
      for I in 1 .. 4 loop
         delay until Next;
         Clock_Watcher.Tick (Clock);
         Next := Next + Period;
      end loop;
      Clock_Watcher.Stop;
   end Periodic;
begin
   null;
end Ticker;
