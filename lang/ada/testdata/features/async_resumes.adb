-- errors possible
procedure Async_Resumes is
   Hit : Boolean := False with Volatile;
   task Server is
      entry Never;
   end Server;
   task Client;
   task body Server is
   begin
      delay 0.1;
      abort Client;
   end Server;
   task body Client is
   begin
      select
         Server.Never;
         Hit := True;  --  GNAT comes here
      then abort
         delay 1.0;
      end select;
   exception
      when Tasking_Error => null;
   end Client;
begin
   while not Client'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[True||not Hit]]);
end Async_Resumes;
