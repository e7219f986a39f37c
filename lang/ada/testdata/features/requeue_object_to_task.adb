-- errors
procedure Requeue_Object_To_Task is
   task Server is
      entry Serve;
   end Server;
   protected Desk is
      entry Come;
   end Desk;
   protected body Desk is
      entry Come when True is
      begin
         requeue Server.Serve;
      end Come;
   end Desk;
   Served : Boolean := False;
   pragma Atomic (Served);
   task body Server is
   begin
      accept Serve do
         Served := True;
      end Serve;
   end Server;
begin
   Desk.Come;
   pragma Assert ([[Served||not Served]]);
end Requeue_Object_To_Task;
