-- errors
procedure Elaborated_Once is
   X : Integer := 0;
   function Inc return Integer is
   begin
      X := X + 1;
      return X;
   end Inc;
   A : Integer := 10 + Inc;
   B : Boolean := 2 = Inc;
   C : Integer renames Inc;
begin
   pragma Assert (A = 11 and B and C = 3 and X = [[3||4]]);
end Elaborated_Once;
