-- errors
procedure Guard_Once is
   Open : Boolean := True;
   pragma Atomic (Open);
   task Server is
      entry Ask;
      entry Stop;
   end Server;
   task body Server is
   begin
      select
         when Open =>
            accept Ask;
            pragma Assert ([[True||Open]]);  -- it may have changed since
      or
         accept Stop;
      end select;
   end Server;
begin
   Open := False;
   select
      Server.Ask;
   or
      delay 0.1;
      Server.Stop;
   end select;
end Guard_Once;
