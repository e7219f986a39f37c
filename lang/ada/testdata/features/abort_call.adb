-- deadlock
procedure Abort_Call is
   task Server is
      entry Go;
      entry Stop;
   end Server;
   task Client;
   task body Server is
   begin
      accept Stop;
   end Server;
   task body Client is
   begin
      Server.Go;
   exception
      when others => Server.Stop;  --  abort is no exception
   end Client;
begin
   abort Client;
   [[Server.Stop;||null;]]
end Abort_Call;
