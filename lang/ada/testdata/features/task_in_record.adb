-- deadlock
procedure Task_In_Record is
   task type Guest is
      entry Come;
   end Guest;
   task body Guest is
   begin
      accept Come;
   end Guest;
   type Room is record
      Number : Integer := 1;
      Who    : Guest;
   end record;
   R : array (1 .. 2) of Room;
begin
   R (1).Who.Come;
   [[R (2).Who.Come||null]];
end Task_In_Record;
