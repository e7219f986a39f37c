-- errors possible
procedure Index_Of_Large_Array is
   type Row is array (1 .. 3_000) of Natural;
   type Table is array (1 .. 10) of Row;
   protected Box is
      procedure Put (N : Natural);
      function Get return Natural;
   private
      V : Natural := 0;
   end Box;
   protected body Box is
      procedure Put (N : Natural) is
      begin
         V := N;
      end Put;
      function Get return Natural is (V);
   end Box;
   T : Table;
   K : Natural;
begin
   Box.Put ([[5||0]]);
   K := Box.Get;
   T (2) (K) := 4;
end Index_Of_Large_Array;
