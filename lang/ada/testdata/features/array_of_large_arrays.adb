-- deadlock
procedure Array_Of_Large_Arrays is
   type Vector is array (1 .. 1_000) of Integer;
   type Matrix is array (1 .. 1_000) of Vector;
   protected Box is
      procedure Fill (N : Integer);
      entry Wait;
   private
      Data  : Matrix;
      Times : Natural := 0;
   end Box;
   protected body Box is
      procedure Fill (N : Integer) is
      begin
         Data (1) (2) := N;
         Times := Times + 1;
      end Fill;
      entry Wait when Times = [[1||2]] is
      begin
         null;
      end Wait;
   end Box;
   A, B : Matrix;
begin
   A := B;
   Box.Fill (3);
   Box.Wait;
end Array_Of_Large_Arrays;
