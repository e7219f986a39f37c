-- errors
procedure Allocated_Before_Body is
begin
   declare
      task type T;
      type Ref is access T;
      package P is
         procedure Make;
      end P;
      package body P is
         R : Ref;
         procedure Make is
         begin
            R := new T;
         end Make;
      begin
         [[null||Make]];
      end P;
      task body T is
      begin
         null;
      end T;
   begin
      P.Make;
   end;
end Allocated_Before_Body;
