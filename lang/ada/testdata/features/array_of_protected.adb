-- errors
procedure Array_Of_Protected is
   protected type Cell is
      procedure Set (V : Integer);
      function Get return Integer;
   private
      N : Integer range 0 .. 9 := 0;
   end Cell;
   protected body Cell is
      procedure Set (V : Integer) is
      begin
         N := V;
      end Set;
      function Get return Integer is (N);
   end Cell;
   Cells : array (1 .. 2) of Cell;
begin
   for I in Cells'Range loop
      Cells (I).Set (I);
   end loop;
   pragma Assert (Cells (1).Get = [[1||2]] and Cells (2).Get = 2);
end Array_Of_Protected;
