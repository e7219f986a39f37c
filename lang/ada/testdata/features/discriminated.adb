-- errors
procedure Discriminated is
   protected type Counter (Start : Integer) is
      procedure Add;
      function Value return Integer;
   private
      N : Integer range 0 .. 9 := Start;
   end Counter;
   protected body Counter is
      procedure Add is
      begin
         N := N + 1;
      end Add;
      function Value return Integer is (N);
   end Counter;
   A : Counter (3);
   B : Counter ([[5||4]]);
begin
   A.Add;
   B.Add;
   pragma Assert (A.Value = 4 and B.Value = 6);
end Discriminated;
