-- deadlock
procedure Requeue_Of_Task_With_Abort is
   task Server is
      entry Enter;
      entry Leave;
      entry Done;
   end Server;
   task body Server is
   begin
      loop
         select
            accept Enter do
               requeue Leave[[ with abort||]];
            end Enter;
         or
            accept Done;
         or
            terminate;
         end select;
      end loop;
   end Server;
begin
   select
      Server.Enter;
   or
      delay 0.1;
   end select;
   Server.Done;
end Requeue_Of_Task_With_Abort;
