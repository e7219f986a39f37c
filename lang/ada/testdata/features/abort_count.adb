-- errors
procedure Abort_Count is
   task Server is
      entry Never;
      entry Stop (N : Natural);
   end Server;
   task type Client;
   task body Client is
   begin
      Server.Never;
   end Client;
   task body Server is
   begin
      accept Stop (N : Natural) do
         pragma Assert (Never'Count <= N);
      end Stop;
   end Server;
begin
   declare
      C : Client;
   begin
      delay 0.1;
      [[abort C;||select Server.Stop (0); or delay 1.0; end select;]]
   end;
   Server.Stop (0);
end Abort_Count;
