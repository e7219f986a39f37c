-- deadlock
procedure Terminate_With_Dependent is
begin
   declare
      task Server is
         entry Ask;
         entry Tell;
      end Server;
      task body Server is
         task Client;
         task body Client is
         begin
            Server.Tell;
         end Client;
      begin
         select
            accept [[Tell||Ask]];
         or
            terminate;
         end select;
      end Server;
   begin
      null;
   end;
end Terminate_With_Dependent;
