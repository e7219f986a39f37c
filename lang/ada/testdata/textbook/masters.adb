--  A block waits for the tasks that it declares; terminate ends its server.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Masters is
begin
   declare
      task Server is
         entry Ping;
      end Server;

      task Client;

      task body Server is
      begin
         loop
            select
               accept Ping;
            or
               terminate;
            end select;
         end loop;
      end Server;

      task body Client is
      begin
         Server.Ping;
         Server.Ping;
      end Client;
   begin
      Server.Ping;
   end;
   Put_Line ("all done");
end Masters;
