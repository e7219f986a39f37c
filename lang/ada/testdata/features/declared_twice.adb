-- errors
procedure Declared_Twice is
   N : Integer range 0 .. 9 := 1;
   task T;
   task body T is
   begin
      for N in 2 .. 3 loop
         declare
            M : Integer renames Declared_Twice.N;
         begin
            M := N;
         end;
      end loop;
      pragma Assert (N = [[3||1]]);
   end T;
begin
   null;
end Declared_Twice;
