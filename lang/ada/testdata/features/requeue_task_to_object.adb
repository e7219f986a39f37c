-- errors
procedure Requeue_Task_To_Object is
   subtype Small is Integer range 0 .. 9;
   protected Gate is
      entry Pass (N : in out Small);
   end Gate;
   protected body Gate is
      entry Pass (N : in out Small) when True is
      begin
         N := N + 1;
      end Pass;
   end Gate;
   task Server is
      entry Ask (N : in out Small);
   end Server;
   task body Server is
   begin
      accept Ask (N : in out Small) do
         requeue Gate.Pass;
      end Ask;
   end Server;
   V : Small := 1;
begin
   Server.Ask (V);
   pragma Assert (V = [[2||1]]);
end Requeue_Task_To_Object;
