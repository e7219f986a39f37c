-- errors
procedure In_Out_Alias is
   task T;
   task body T is
      N : Integer range 0 .. 3 := 1;
      procedure Set (V : in out Integer) is
      begin
         V := 2;
         pragma Assert (N = [[1||2]]);  -- V is a copy
      end Set;
   begin
      Set (N);
      pragma Assert (N = 2);
   end T;
begin
   null;
end In_Out_Alias;
