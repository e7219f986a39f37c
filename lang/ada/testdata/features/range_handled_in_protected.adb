-- errors
procedure Range_Handled_In_Protected is
   protected Cell is
      procedure Add;
   private
      N : Integer range 0 .. 1 := 0;
   end Cell;
   protected body Cell is
      procedure Add is
      begin
         N := N + 1;
      end Add;
   end Cell;
begin
   begin
      Cell.Add;
      Cell.Add;
      pragma Assert (False);
   exception
      when [[Constraint_Error||Program_Error]] => null;
   end;
end Range_Handled_In_Protected;
