-- errors
procedure Bounds_Of_Aggregate is
   type List is array (1 .. 2) of Boolean;
   L : List := (others => False);
begin
   L := ([[1 .. 2||2 .. 3]] => True);
   if not L (1) then
      raise Constraint_Error;
   end if;
end Bounds_Of_Aggregate;
