-- errors
procedure Records_In_Loop is
   type Cell is record
      Value : Integer range 0 .. 3 := 1;
   end record;
begin
   for I in 1 .. 2 loop
      declare
         Row : array (1 .. 2) of Cell;
      begin
         pragma Assert (Row (2).Value = [[1||2]]);
         Row (2).Value := 3;
      end;
   end loop;
end Records_In_Loop;
