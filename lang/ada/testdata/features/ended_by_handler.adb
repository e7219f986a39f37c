-- errors
procedure Ended_By_Handler is
   task Server is
      entry Ask;
   end Server;
   task body Server is
      Answers : Integer range 0 .. 1 := 0;
   begin
      loop
         accept Ask;
         Answers := Answers + 1;
      end loop;
   exception
      when Constraint_Error => null;
   end Server;
begin
   Server.Ask;
   Server.Ask;
   begin
      Server.Ask;
   exception
      when [[Tasking_Error||Program_Error]] => null;
   end;
end Ended_By_Handler;
