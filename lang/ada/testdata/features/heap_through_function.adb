-- errors
procedure P is
   type Cell is record
      Value : Integer range 0 .. 9 := 0;
   end record;
   type Ref is access Cell;
   X, Y : Ref;

   function One (First : Boolean) return Ref is
   begin
      if First then
         return X;
      end if;
      return Y;
   end One;
begin
   X := new Cell;
   Y := new Cell;
   One (True).Value := 3;
   One (False).Value := [[2||3]];
   pragma Assert (X.Value = 3 and Y.Value = 2);
end P;
