-- errors
procedure Null_Range is
   N : Integer range 0 .. 9 := 0;
   Last : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      for I in 1 .. Last loop
         N := N + 1;
      end loop;
      pragma Assert (N = [[0||1]]);
   end T;
begin
   null;
end Null_Range;
