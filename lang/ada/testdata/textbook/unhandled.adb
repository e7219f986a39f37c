--  A server that dies of an exception, and a client that is told so.
--! expect no-deadlock
--! expect runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Unhandled is

   task Server is
      entry Divide (A, B : in Integer; Q : out Integer);
   end Server;

   task body Server is
   begin
      loop
         accept Divide (A, B : in Integer; Q : out Integer) do
            if B = 0 then
               raise Constraint_Error;
            end if;
            Q := A / B;
         end Divide;
      end loop;
   end Server;

   Q : Integer;
begin
   begin
      Server.Divide (1, 0, Q);
   exception
      when Constraint_Error =>
         Put_Line ("not by zero");
   end;
   Server.Divide (4, 2, Q);              --  the server has completed
exception
   when Tasking_Error =>
      Put_Line ("no server");
end Unhandled;
