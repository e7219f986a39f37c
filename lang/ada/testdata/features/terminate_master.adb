-- deadlock
procedure Terminate_Master is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      loop
         select
            accept Ask;
         or
            [[terminate||accept Ask]];
         end select;
      end loop;
   end Server;
   task Client;
   task body Client is
   begin
      Server.Ask;
   end Client;
begin
   null;
end Terminate_Master;
