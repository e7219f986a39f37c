-- errors
procedure Guarded_Delay is
   Late : Boolean := [[False||True]];
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      or
         when Late =>
            delay 0.1;
            pragma Assert (False);
      end select;
   end Server;
begin
   Server.Ask;
exception
   when Tasking_Error => null;
end Guarded_Delay;
