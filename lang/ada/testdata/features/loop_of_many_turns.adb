-- errors
procedure Loop_Of_Many_Turns is
   Last : Integer range 0 .. 1 := 0;
begin
   for I in 1 .. 700 loop
      if I = [[701||700]] then
         Last := 1;
      end if;
   end loop;
   pragma Assert (Last = 0);
end Loop_Of_Many_Turns;
