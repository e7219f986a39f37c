-- errors
procedure Protected_Copy is
   protected Cell is
      procedure Swap (V : in out Integer);
   private
      N : Integer range 0 .. 9 := 1;
   end Cell;
   protected body Cell is
      procedure Swap (V : in out Integer) is
         Old : Integer range 0 .. 9 := N;
      begin
         N := V;
         V := Old;
      end Swap;
   end Cell;
   X : Integer range 0 .. 9 := 5;
begin
   Cell.Swap (X);
   pragma Assert (X = 1);
   Cell.Swap (X);
   pragma Assert (X = [[5||1]]);
end Protected_Copy;
