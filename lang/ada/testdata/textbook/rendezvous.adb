--  A server that computes for its clients: parameters in, out and in out.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Rendezvous is

   subtype Small is Integer range 0 .. 15;

   task Server is
      entry Double (X : in Small; Y : out Small);
      entry Increment (X : in out Small);
   end Server;

   task body Server is
   begin
      loop
         select
            accept Double (X : in Small; Y : out Small) do
               Y := 2 * X;
            end Double;
         or
            accept Increment (X : in out Small) do
               X := X + 1;
            end Increment;
         or
            terminate;
         end select;
      end loop;
   end Server;

   A : Small := 3;
   B : Small;

begin
   Server.Double (A, B);
   pragma Assert (B = 6);
   Server.Increment (B);
   Server.Increment (X => A);
   pragma Assert (A = 4 and B = 7);
   Put_Line (Integer'Image (A) & Integer'Image (B));
end Rendezvous;
