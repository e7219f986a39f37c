-- deadlock
procedure Tasks_Of_Two_Dimensions is
   task type Guest is
      entry Come;
   end Guest;
   task body Guest is
   begin
      accept Come;
   end Guest;
   R : array (1 .. 2, 1 .. 2) of Guest;
begin
   for I in 1 .. 2 loop
      for J in 1 .. [[2||1]] loop
         R (I, J).Come;
      end loop;
   end loop;
end Tasks_Of_Two_Dimensions;
