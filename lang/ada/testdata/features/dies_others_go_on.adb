-- errors
procedure Dies_Others_Go_On is
   Bad : exception;
   Flag : Boolean := False;
   pragma Atomic (Flag);
   task A is
      entry Ask;
   end A;
   task body A is
   begin
      raise Bad;
   exception
      when Bad => null;
   end A;
   task B;
   task body B is
   begin
      A.Ask;
      Flag := True;
   exception
      when Tasking_Error => [[null||Flag := True]];
   end B;
begin
   delay 0.1;
   pragma Assert (not Flag);
end Dies_Others_Go_On;
