-- errors
procedure Conditional_Call_Of_Ended is
   task Clerk is
      entry Ask;
   end Clerk;
   task body Clerk is
   begin
      null;
   end Clerk;
   Raised, Late : Boolean := False;
begin
   [[while not Clerk'Terminated loop
      delay 0.01;
   end loop;||null;]]
   begin
      select
         Clerk.Ask;
      else
         Late := True;
      end select;
   exception
      when Tasking_Error => Raised := True;
   end;
   pragma Assert (Raised and not Late);
end Conditional_Call_Of_Ended;
