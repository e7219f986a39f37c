--  A task that is aborted.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Aborted is
   task Worker;

   task body Worker is
   begin
      loop
         delay 0.001;
      end loop;
   end Worker;
begin
   delay 0.005;
   abort Worker;
   Put_Line ("aborted");
end Aborted;
