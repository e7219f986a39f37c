-- errors
procedure Constrained_Parameter is
   subtype Size is Integer range 0 .. 3;
   type Item (Length : Size := 1) is record
      Value : Size := 0;
   end record;
   subtype Pair is Item (2);
   procedure Fill (Cell : in out Pair) is
   begin
      Cell.Value := 1;
   end Fill;
   Cell : Item := ([[2||3]], 0);
begin
   Fill (Cell);
end Constrained_Parameter;
