-- errors possible
procedure Async_Tasking_Error is
   task Server is
      entry Never;
   end Server;
   task body Server is
   begin
      null;
   end Server;
begin
   select
      Server.Never;
   then abort
      loop
         delay 0.01;
      end loop;
   end select;
exception
   when [[Tasking_Error||Constraint_Error]] => null;
end Async_Tasking_Error;
