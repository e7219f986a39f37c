-- errors
procedure Elaborated_Extended_Return is
   X : Integer := 0;
   function Next return Integer is
   begin
      return R : Integer := X do
         X := X + 1;
         R := R + 10;
      end return;
   end Next;
   A : Integer := Next;
   B : Integer := Next;
begin
   pragma Assert (X = 2 and A = 10 and B = [[11||10]]);
end Elaborated_Extended_Return;
