-- errors
procedure Heap_Parameter is
   type Cell is record
      Value : Integer range 0 .. 9 := 0;
   end record;
   type Ref is access Cell;
   task Server is
      entry Take (C : Ref);
   end Server;
   task body Server is
      Mine : Ref;
   begin
      accept Take (C : Ref) do
         Mine := C;
      end Take;
      Mine.Value := [[0||1]];
   end Server;
   X : constant Ref := new Cell;
   procedure Look (R : Ref) is
   begin
      pragma Assert (R.Value = 0);
   end Look;
begin
   Server.Take (X);
   Look (X);
end Heap_Parameter;
