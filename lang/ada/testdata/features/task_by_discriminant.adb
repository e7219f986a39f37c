-- deadlock
procedure Task_By_Discriminant is
   task type Guest (Id : Natural) is
      entry Come;
   end Guest;
   task body Guest is
   begin
      if Id = 2 then
         accept Come;
      end if;
   end Guest;
   type Room (N : Natural) is record
      Who : Guest (N);
   end record;
   type House is record
      A : Room ([[2||1]]);
      B : Room (2);
   end record;
   H : House;
begin
   H.B.Who.Come;
   if H.A.N = 2 then
      H.A.Who.Come;
   else
      accept_nothing :
      loop
         delay 0.01;
         exit accept_nothing when H.A.Who'Terminated;
      end loop accept_nothing;
      H.B.Who.Come;
   end if;
exception
   when Tasking_Error =>
      declare
         Last : Room (2);
      begin
         null;
      end;
end Task_By_Discriminant;
