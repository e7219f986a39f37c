-- errors
procedure Elaborated_Allocating is
   type Cell is record
      Value : Integer := 0;
   end record;
   type Link is access Cell;
   X : Integer := 0;
   function Make return Link is
      L : Link := new Cell;
   begin
      X := X + 1;
      L.Value := X;
      return L;
   end Make;
   A : Link := Make;
   B : constant Link := Make;
begin
   pragma Assert (X = 2 and A.Value = 1 and B.Value = [[2||1]]);
end Elaborated_Allocating;
