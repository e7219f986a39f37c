-- errors
procedure Async_Goes_On is
   Hit : Boolean := False with Volatile;
   task Client;
   task body Client is
   begin
      select
         delay 10.0;
         delay 1.0;
      then abort
         delay 10.0;
      end select;
      Hit := True;  --  GNAT comes here
   end Client;
begin
   delay 0.1;
   abort Client;
   while not Client'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[True||not Hit]]);
end Async_Goes_On;
