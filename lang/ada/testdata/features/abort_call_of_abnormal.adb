-- errors
procedure Abort_Call_Of_Abnormal is
   task T is
      entry E;
   end T;
   task body T is
   begin
      loop
         select
            accept E;
         or
            terminate;
         end select;
      end loop;
   end T;
begin
   T.E;
   abort T;
   T.E;
   raise Program_Error;
exception
   when [[Tasking_Error||Constraint_Error]] => null;
end Abort_Call_Of_Abnormal;
