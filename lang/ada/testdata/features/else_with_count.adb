-- errors
procedure Else_With_Count is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      while Ask'Count = 0 loop
         delay 0.01;
      end loop;
      select
         accept Ask;
      else
         pragma Assert (False);
      end select;
   end Server;
begin
   [[Server.Ask;||select
      Server.Ask;
   or
      delay 0.01;  -- the caller may have left
   end select;]]
end Else_With_Count;
