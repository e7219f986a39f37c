-- errors
procedure P is
   type Cell is record
      Value : Integer range 0 .. 9 := 0;
   end record;
   type Ref is access Cell;

   task Server is
      entry Take (C : Ref);
   end Server;

   task body Server is
   begin
      accept Take (C : Ref) do
         C.Value := 1;
         C.all := (Value => C.Value + [[1||2]]);
      end Take;
   end Server;

   X : constant Ref := new Cell;
begin
   Server.Take (X);
   pragma Assert (X.Value = 2);
end P;
