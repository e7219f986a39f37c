-- errors
procedure Abort_Caller_In_Rendezvous is
   Done : Boolean := False;
   task Server is
      entry Serve;
      entry Go_On;
   end Server;
   task Client;
   task body Server is
   begin
      accept Serve do
         accept Go_On;
         accept Go_On do
            Done := Client'Terminated;
         end Go_On;
      end Serve;
   end Server;
   task body Client is
   begin
      Server.Serve;
   end Client;
begin
   Server.Go_On;
   abort Client;
   Server.Go_On;
   pragma Assert ([[not Done||Done]]);
end Abort_Caller_In_Rendezvous;
