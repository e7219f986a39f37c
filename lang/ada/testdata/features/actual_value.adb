-- errors
procedure Actual_Value is
   task T;
   task body T is
      N : Integer := 1;
   begin
      declare
         generic
            First : Integer;
         package Keeper is
            function Get return Integer is (First);
         end Keeper;
         package K is new Keeper (N);
      begin
         N := 2;
         pragma Assert (K.Get = [[1||2]]);
      end;
   end T;
begin
   null;
end Actual_Value;
