--  Checkpoint synchronization: workers that join and leave a team.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Checkpoint is

   package Checkpoints is
      protected Team is
         procedure Join;
         procedure Leave;
         entry Deliver;
      private
         Size  : Natural := 0;
         Count : Natural := 0;
         Ready : Boolean := False;
      end Team;
   end Checkpoints;

   package body Checkpoints is
      protected body Team is
         procedure Join is
         begin
            Size := Size + 1;
         end Join;

         procedure Leave is
         begin
            Size := Size - 1;
         end Leave;

         entry Deliver when Deliver'Count = Size or Ready is
         begin
            Ready := Deliver'Count > 0;
            Count := Deliver'Count;
         end Deliver;
      end Team;
   end Checkpoints;

   use Checkpoints;

   task type Worker (Id : Character; Pieces : Positive) is
      entry Start;
   end Worker;

   task body Worker is
   begin
      accept Start;
      for Piece in 1 .. Pieces loop
         Put_Line ("Worker " & Id & " makes" & Integer'Image (Piece));
         Team.Deliver;
      end loop;
      Team.Leave;
   end Worker;

   A : Worker ('A', 2);
   B : Worker ('B', 2);
begin
   Team.Join;
   Team.Join;
   A.Start;
   B.Start;
end Checkpoint;
