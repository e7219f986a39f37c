-- errors possible
procedure Longer_Delay is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      or
         delay 0.5;
         [[null||pragma Assert (False)]];
      or
         delay 0.1;
         null;
      end select;
   end Server;
begin
   Server.Ask;
exception
   when Tasking_Error => null;
end Longer_Delay;
