-- errors
procedure Abort_Server_Unhandled is
   task Server is
      entry Serve;
   end Server;
   task body Server is
   begin
      accept Serve do
         delay 1.0;
      end Serve;
   end Server;
   task Client;
   task body Client is
   begin
      Server.Serve;
   end Client;
begin
   delay 0.1;
   [[if Server'Callable and Server'Terminated then||]]
   abort Server;
   [[end if;||]]
end Abort_Server_Unhandled;
