-- errors
procedure Activation_Before is
   Flag : Boolean := False;
   pragma Atomic (Flag);
begin
   declare
      task T;
      task body T is
         Seen : Boolean := Flag;
      begin
         [[pragma Assert (not Seen);||pragma Assert (not Flag);]]
      end T;
   begin
      Flag := True;  -- behind the declarations of T
   end;
end Activation_Before;
