-- errors
procedure Loop_Bounds is
   N : Integer range 0 .. 9 := 0;
   Last : Integer range 0 .. 9 := 3;
   task T;
   task body T is
   begin
      for I in 1 .. Last loop
         Last := 1;  -- the bounds are evaluated once
         N := N + 1;
      end loop;
      pragma Assert (N = [[3||1]]);
   end T;
begin
   null;
end Loop_Bounds;
