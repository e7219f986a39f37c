-- errors
procedure Task_In_Record_In_Loop is
   Done : Integer range 0 .. 2 := 0;
   task type Guest is
      entry Come;
   end Guest;
   task body Guest is
   begin
      accept Come;
      Done := Done + 1;
   end Guest;
   type Room is record
      Who : Guest;
   end record;
begin
   for I in 1 .. 2 loop
      declare
         R : Room;
      begin
         R.Who.Come;
      end;
      pragma Assert (Done = [[I||1]]);
   end loop;
end Task_In_Record_In_Loop;
