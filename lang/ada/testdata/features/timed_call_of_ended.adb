-- errors
procedure Timed_Call_Of_Ended is
   task Clerk is
      entry Ask;
   end Clerk;
   task body Clerk is
   begin
      select
         accept Ask;
      or
         delay 0.01;
      end select;
   end Clerk;
begin
   while Clerk'Callable loop
      delay 0.01;
   end loop;
   select
      Clerk.Ask;
   or
      delay 0.1;
      pragma Assert ([[False||True]]);
   end select;
   pragma Assert (False);
exception
   when Tasking_Error => pragma Assert ([[True||False]]);
end Timed_Call_Of_Ended;
