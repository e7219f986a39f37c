-- errors
procedure Requeue_Accept is
   subtype Small is Integer range 0 .. 3;
   task Server is
      entry Ask (N : in out Small);
      entry Later (N : in out Small);
   end Server;
   task body Server is
   begin
      accept Ask (N : in out Small) do
         N := 2;
         requeue Later;
      end Ask;
      accept Later (N : in out Small) do
         N := 3;
      end Later;
   end Server;
   V : Small := 1;
begin
   Server.Ask (V);
   pragma Assert (V = [[3||2]]);
end Requeue_Accept;
