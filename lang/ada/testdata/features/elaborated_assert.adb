-- errors
procedure Elaborated_Assert is
   X : Integer := 1;
   pragma Assert (X = [[1||2]]);
   Y : Integer := X;
begin
   X := 2;
end Elaborated_Assert;
