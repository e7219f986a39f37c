-- errors
procedure Exception_Waits is
   Done : Boolean := False;
   pragma Atomic (Done);
   Bad : exception;
begin
   declare
      task T;
      task body T is
      begin
         delay 0.01;
         Done := [[True||False]];
      end T;
   begin
      raise Bad;
   end;
exception
   when Bad =>
      pragma Assert (Done);
end Exception_Waits;
