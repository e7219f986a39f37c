-- errors
procedure Return_Waits is
   Done : Boolean := False;
   pragma Atomic (Done);
   procedure Run is
   begin
      declare
         task T;
         task body T is
         begin
            delay 0.01;
            Done := [[True||False]];
         end T;
      begin
         return;  -- a block is left when its tasks have ended
      end;
   end Run;
begin
   Run;
   pragma Assert (Done);
end Return_Waits;
