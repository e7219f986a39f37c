-- errors
procedure Queued_When_Ended is
   task Server is
      entry Ask;
      entry Stop;
   end Server;
   task body Server is
   begin
      accept Stop;
   end Server;
   task Client;
   task body Client is
   begin
      Server.Ask;  -- queued, and never accepted
   exception
      when [[Tasking_Error||Program_Error]] => null;
   end Client;
begin
   Server.Stop;
end Queued_When_Ended;
