-- errors
procedure Ended_By_Closed_Guards is
   task Server is
      entry Ask;
      entry Tell;
   end Server;
   task body Server is
      Asked : Boolean := False;
   begin
      loop
         select
            when not Asked =>
               accept Ask;
               Asked := True;
         or
            when Asked and not Asked =>
               accept Tell;
         end select;
      end loop;
   exception
      when Program_Error => null;
   end Server;
begin
   Server.Ask;
   begin
      Server.Tell;
   exception
      when [[Tasking_Error||Constraint_Error]] => null;
   end;
end Ended_By_Closed_Guards;
