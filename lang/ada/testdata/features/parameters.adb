-- errors
procedure Parameters is
   function Difference (A : Integer; B : Integer := 1) return Integer is (A - B);
   N : Integer range 0 .. 9 := 5;
   task T;
   task body T is
   begin
      N := Difference (B => 2, A => N);
      pragma Assert (N = 3);
      pragma Assert (Difference (N) = [[2||3]]);
   end T;
begin
   null;
end Parameters;
