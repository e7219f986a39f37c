-- deadlock
procedure Abort_Timed_Call is
   task Server is
      entry Never;
      entry Stop;
   end Server;
   task Client;
   task body Server is
   begin
      accept Stop;
   end Server;
   task body Client is
   begin
      loop
         select
            Server.Never;
         or
            delay 0.1;
         end select;
      end loop;
   end Client;
begin
   abort Client;
   [[Server.Stop;||null;]]
end Abort_Timed_Call;
