--  A family of entries: urgent requests first, by 'Count.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Priorities is
   type Level is (Urgent, Normal, Low);

   task Server is
      entry Request (Level) (Job : in Positive);
   end Server;

   task body Server is
   begin
      loop
         select
            accept Request (Urgent) (Job : in Positive) do
               Put_Line ("urgent" & Positive'Image (Job));
            end Request;
         or
            when Request (Urgent)'Count = 0 =>
               accept Request (Normal) (Job : in Positive) do
                  Put_Line ("normal" & Positive'Image (Job));
               end Request;
         or
            when Request (Urgent)'Count = 0 and Request (Normal)'Count = 0 =>
               accept Request (Low) (Job : in Positive);
         or
            terminate;
         end select;
      end loop;
   end Server;

   task type Client (L : Level; J : Positive);

   task body Client is
   begin
      Server.Request (L) (J);
   end Client;

   C1 : Client (Urgent, 1);
   C2 : Client (Normal, 2);
   C3 : Client (Low, 3);
begin
   null;
end Priorities;
