-- errors
procedure Requeue_Task_To_Object is
   protected Gate is
      entry Pass (N : in out Integer);
   end Gate;
   protected body Gate is
      entry Pass (N : in out Integer) when True is
      begin
         N := N + 1;
      end Pass;
   end Gate;
   task Server is
      entry Ask (N : in out Integer);
   end Server;
   task body Server is
   begin
      accept Ask (N : in out Integer) do
         requeue Gate.Pass;
      end Ask;
   end Server;
   V : Integer range 0 .. 9 := 1;
begin
   Server.Ask (V);
   pragma Assert (V = [[2||1]]);
end Requeue_Task_To_Object;
