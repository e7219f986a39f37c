-- errors possible
procedure Async_Cancels is
   Hit : Boolean := False with Volatile;
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
      select
         Server.Never;
         Hit := True;  --  GNAT comes here
      then abort
         null;
      end select;
   exception
      when Tasking_Error => null;
   end Client;
begin
   abort Client;
   while not Client'Terminated loop
      delay 0.01;
   end loop;
   Server.Stop;
   pragma Assert ([[True||not Hit]]);
end Async_Cancels;
