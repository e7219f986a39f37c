-- errors possible
procedure Long_Delay is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      or
         delay 10.0 * 60.0;
         [[null||pragma Assert (False)]];
      end select;
   end Server;
begin
   Server.Ask;
exception
   when Tasking_Error => null;
end Long_Delay;
