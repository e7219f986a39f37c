-- errors possible
procedure Async_Goes_Behind is
   Hit : Boolean := False with Volatile;
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
   task Client;
   task body Client is
   begin
      select
         Shut.Wait;
         Shut.Wait;
      then abort
         Shut.Wait;
      end select;
      Hit := True;
   end Client;
begin
   delay 0.1;
   abort Client;
   while not Client'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[True||not Hit]]);
end Async_Goes_Behind;
