-- errors
procedure Heap_All is
   type Pair is record
      A, B : Integer range 0 .. 9 := 1;
   end record;
   type Ref is access Pair;
   X, Y : Ref;
begin
   X := new Pair;
   Y := new Pair'(A => 4, B => 5);
   X.all := Y.all;
   Y.A := 7;
   pragma Assert (X.A = [[4||7]] and X /= Y);
end Heap_All;
