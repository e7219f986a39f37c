--  A client that does not wait for ever, and a server that does not either.
--! expect deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Timeouts is

   task Server is
      entry Request (N : in Integer);
   end Server;

   task body Server is
   begin
      for I in 1 .. 2 loop
         select
            accept Request (N : in Integer) do
               Put_Line ("served" & Integer'Image (N));
            end Request;
         or
            delay 0.01;
            Put_Line ("nobody came");
         end select;
      end loop;
      accept Request (N : in Integer);
   end Server;

begin
   select
      Server.Request (1);
   or
      delay 0.005;
      Put_Line ("gave up");
   end select;
   Server.Request (2);
   select
      Server.Request (3);
   else
      Put_Line ("busy");
   end select;
exception
   when Tasking_Error =>
      Put_Line ("the server is gone");
end Timeouts;
