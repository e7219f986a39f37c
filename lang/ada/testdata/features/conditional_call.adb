-- errors
procedure Conditional_Call is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      accept Ask;
   end Server;
begin
   select
      Server.Ask;
   else
      [[Server.Ask;||pragma Assert (False);]]  -- the server may not be there yet
   end select;
end Conditional_Call;
