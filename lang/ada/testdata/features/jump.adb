-- errors
procedure Jump is
   N : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      <<Again>>
      N := N + 1;
      if N < [[3||4]] then
         goto Again;
      end if;
      pragma Assert (N = 3);
   end T;
begin
   null;
end Jump;
