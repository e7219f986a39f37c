-- errors
procedure Timed_Call_Gone is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      null;
   end Server;
begin
   select
      Server.Ask;
   or
      delay 0.1;
   end select;
exception
   when [[Tasking_Error||Program_Error]] => null;
end Timed_Call_Gone;
