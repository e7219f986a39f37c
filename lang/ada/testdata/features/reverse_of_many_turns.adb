-- errors
procedure Reverse_Of_Many_Turns is
   type Id is range 1_000 .. 1_300;
   First : Id := 1_200;
begin
   for I in reverse Id loop
      First := I;
      exit when I = 1_100;
   end loop;
   pragma Assert (First = [[1_100||1_101]]);
end Reverse_Of_Many_Turns;
