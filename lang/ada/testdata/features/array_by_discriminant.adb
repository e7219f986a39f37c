-- errors
procedure Array_By_Discriminant is
   type Row is array (Positive range <>) of Integer;
   type Buffer (N : Positive) is record
      Data : Row (1 .. N) := (others => 7);
      Last : Natural := 0;
   end record;
   B : Buffer ([[3||2]]);
begin
   for I in B.Data'Range loop
      pragma Assert (B.Data (I) = 7);
      B.Data (I) := I;
   end loop;
   pragma Assert (B.Data'Length = 3);
   B.Data (B.N + 1) := 1;
   pragma Assert (False);
exception
   when Constraint_Error => null;
end Array_By_Discriminant;
