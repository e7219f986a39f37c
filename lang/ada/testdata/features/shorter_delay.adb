-- errors
procedure Shorter_Delay is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      or
         delay 0.5;
         null;
      or
         delay 0.1;
         [[null||pragma Assert (False)]];
      end select;
   end Server;
begin
   Server.Ask;
exception
   when Tasking_Error => null;
end Shorter_Delay;
