-- errors
procedure Activation_Late is
   Flag : Boolean := False;
   pragma Atomic (Flag);
begin
   declare
      task T;
      task body T is
      begin
         Flag := True;
      end T;
      Seen : Boolean := Flag;  -- T is not active yet
   begin
      pragma Assert (not [[Seen||Flag]]);
   end;
end Activation_Late;
