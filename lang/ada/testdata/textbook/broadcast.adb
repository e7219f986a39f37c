--  A barrier after Burns and Wellings: the last one lets all go.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Broadcast is
   Needed : constant := 3;

   protected Barrier is
      entry Wait;
   private
      Release_All : Boolean := False;
   end Barrier;

   protected body Barrier is
      entry Wait when Wait'Count = Needed or Release_All is
      begin
         if Wait'Count > 0 then
            Release_All := True;
         else
            Release_All := False;
         end if;
      end Wait;
   end Barrier;

   task type Player;
   Team : array (1 .. Needed) of Player;

   task body Player is
   begin
      Put_Line ("ready");
      Barrier.Wait;
      Put_Line ("go");
   end Player;
begin
   Put_Line ("main");
end Broadcast;
