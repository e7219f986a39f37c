-- errors
procedure Timed_Call is
   task Server is
      entry Ask;
      entry Stop;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      or
         accept Stop;
      end select;
   end Server;
begin
   select
      Server.Ask;
      [[null||pragma Assert (False)]];
   or
      delay 0.1;
      Server.Stop;
   end select;
end Timed_Call;
