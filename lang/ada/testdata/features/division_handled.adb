-- errors
procedure Division_Handled is
   N : Integer := 0;
   M : Integer := 5;
begin
   begin
      M := M / N;
   exception
      when Constraint_Error => M := [[7||8]];
   end;
   pragma Assert (M = 7);
end Division_Handled;
