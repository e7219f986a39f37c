-- errors
procedure Requeue_To_Ending is
   task Server is
      entry Serve;
      entry Stop;
   end Server;
   task body Server is
   begin
      accept Stop;
   end Server;
   protected Desk is
      entry Enter;
   end Desk;
   protected body Desk is
      entry Enter when True is
      begin
         requeue Server.Serve;
      end Enter;
   end Desk;
   task Client;
   task body Client is
   begin
      Desk.Enter;
   exception
      when Program_Error[[ | Tasking_Error||]] => null;
   end Client;
begin
   delay 0.1;
   Server.Stop;
end Requeue_To_Ending;
