-- errors
procedure Range_In_Protected is
   protected Cell is
      procedure Add;
   private
      N : Integer range 0 .. [[2||1]] := 0;
   end Cell;
   protected body Cell is
      procedure Add is
      begin
         N := N + 1;
      end Add;
   end Cell;
begin
   Cell.Add;
   begin
      Cell.Add;
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end;
end Range_In_Protected;
