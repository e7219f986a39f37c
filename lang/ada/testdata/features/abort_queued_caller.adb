-- errors
procedure Abort_Queued_Caller is
   task Server is
      entry Never;
   end Server;
   task body Server is
   begin
      delay 0.1;
      loop
         delay 0.01;
      end loop;
   end Server;
   task Client;
   task body Client is
   begin
      Server.Never;
   exception
      when [[Tasking_Error||Constraint_Error]] => null;
   end Client;
begin
   abort Server;
end Abort_Queued_Caller;
