--  Two tasks that each choose, and may not fit.
--
--  What it shows: local events around a rendezvous, and what is blocked. It is
--  the example of the partial order paper.
--
--  The twin of ../seed_two_tasks.tfg.
--
--! expect deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Seed_Two_Tasks is

   package Coins is new Ada.Numerics.Discrete_Random (Boolean);

   task T1;

   task T2 is
      entry E1;
      entry E2;
   end T2;

   task body T1 is
      Coin : Coins.Generator;
   begin
      Coins.Reset (Coin);
      if Coins.Random (Coin) then
         Put_Line ("b1");
         --! event b1
         T2.E1;
      else
         Put_Line ("b2");
         --! event b2
         T2.E2;
      end if;
   end T1;

   task body T2 is
      Coin : Coins.Generator;
   begin
      Coins.Reset (Coin);
      if Coins.Random (Coin) then
         Put_Line ("a1");
         --! event a1
         accept E1;
      else
         Put_Line ("a2");
         --! event a2
         accept E2;
      end if;
   end T2;

begin
   null;
end Seed_Two_Tasks;
