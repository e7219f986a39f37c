-- errors
procedure Allocated_Ended is
   task type T is
      entry E;
   end T;
   type R is access T;
   task body T is
   begin
      [[null||accept E]];
   end T;
   X : R := new T;
begin
   [[while not X'Terminated loop
      delay 0.01;
   end loop||null]];
   select
      X.E;
   or
      delay 0.1;
   end select;
   pragma Assert (False);
exception
   when Tasking_Error => null;
end Allocated_Ended;
