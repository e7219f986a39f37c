-- errors
procedure Heap_Null is
   type Cell is record
      Value : Integer range 0 .. 9 := 3;
   end record;
   type Ref is access Cell;
   A, B : Ref;
begin
   A := new Cell;
   [[B := A;||null;]]
   pragma Assert (A.Value = 3);
   A.Value := B.Value;  -- null is dereferenced
exception
   when Constraint_Error =>
      pragma Assert (False);
end Heap_Null;
