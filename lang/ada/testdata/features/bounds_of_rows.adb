-- errors
procedure Bounds_Of_Rows is
   type Table is array (1 .. 2, 1 .. 2) of Boolean;
   T : Table := (others => (others => False));
begin
   T := (1 => (True, False), 2 => (True, True[[||, True]]));
   if not T (1, 1) then
      raise Constraint_Error;
   end if;
end Bounds_Of_Rows;
