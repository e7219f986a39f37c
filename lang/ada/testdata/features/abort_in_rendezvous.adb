-- errors
procedure Abort_In_Rendezvous is
   task Server is
      entry Serve;
   end Server;
   task Helper is
      entry Never;
      entry Reached;
   end Helper;
   task body Server is
   begin
      accept Serve do
         Helper.Reached;
         Helper.Never;
      end Serve;
   end Server;
   task body Helper is
   begin
      accept Reached;
      abort Server;
      accept Reached;
   end Helper;
begin
   begin
      Server.Serve;
      raise Program_Error;
   exception
      when [[Tasking_Error||Constraint_Error]] => null;
   end;
   Helper.Reached;
end Abort_In_Rendezvous;
