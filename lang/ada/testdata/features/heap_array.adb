-- errors
procedure Heap_Array is
   type Cell is record
      Value : Integer range 0 .. 9 := 0;
   end record;
   type Ref is access Cell;
   Cells : array (1 .. 2) of Ref;
begin
   for I in Cells'Range loop
      Cells (I) := new Cell;
      Cells (I).Value := I;
   end loop;
   Cells (1) := Cells (2);
   pragma Assert (Cells (1).Value = [[2||1]]);
end Heap_Array;
