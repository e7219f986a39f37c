--  A selective accept with an else part, in a loop with an exit.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Polling is

   task Worker is
      entry Stop;
   end Worker;

   task body Worker is
      Steps : Natural := 0;
   begin
      loop
         select
            accept Stop;
            exit;
         else
            Steps := Steps + 1;          --  work
            delay 0.001;
         end select;
      end loop;
      Put_Line ("stopped");
   end Worker;

begin
   delay 0.01;
   Worker.Stop;
end Polling;
