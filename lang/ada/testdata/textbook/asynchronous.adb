--  An asynchronous select: a computation that is given up.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Asynchronous is
   task Endless;

   task body Endless is
      N : Integer := 0;
   begin
      select
         delay 0.01;
         Put_Line ("too long");
      then abort
         loop
            N := (N + 1) mod 10;
         end loop;
      end select;
   end Endless;
begin
   null;
end Asynchronous;
