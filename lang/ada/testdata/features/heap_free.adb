-- errors
with Ada.Unchecked_Deallocation;
procedure Heap_Free is
   type Cell is record
      Value : Integer range 0 .. 9 := 3;
   end record;
   type Ref is access Cell;
   procedure Free is new Ada.Unchecked_Deallocation (Cell, Ref);
   A : Ref := new Cell;
begin
   [[null||Free (A)]];
   pragma Assert (A /= null);
   Free (A);
   pragma Assert (A = null);
end Heap_Free;
