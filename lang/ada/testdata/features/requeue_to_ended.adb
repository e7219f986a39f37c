-- errors possible
procedure Requeue_To_Ended is
   task Server is
      entry Serve;
   end Server;
   task body Server is
   begin
      null;
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
begin
   delay 0.1;
   Desk.Enter;
exception
   when Tasking_Error[[ | Program_Error||]] => null;
end Requeue_To_Ended;
