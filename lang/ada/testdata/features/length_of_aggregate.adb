-- errors
procedure Length_Of_Aggregate is
   type List is array (1 .. 2) of Boolean;
   L : List := (others => False);
begin
   L := (True, False[[||, True]]);
   if not L (1) then
      raise Constraint_Error;
   end if;
end Length_Of_Aggregate;
