-- errors
procedure Select_Else is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      select
         accept Ask;
      else
         [[null;||pragma Assert (False);]]  -- the caller may come later
      end select;
   end Server;
begin
   begin
      Server.Ask;
   exception
      when Tasking_Error => null;
   end;
end Select_Else;
