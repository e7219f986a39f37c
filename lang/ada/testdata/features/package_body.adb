-- errors
procedure Package_Body is
   package Counter is
      function Value return Integer;
   end Counter;
   package body Counter is
      N : Integer range 0 .. 9 := 1;
      function Value return Integer is (N);
   begin
      N := N + 1;
   end Counter;
begin
   pragma Assert (Counter.Value = [[2||1]]);
end Package_Body;
