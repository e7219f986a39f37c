-- errors
procedure Both_Tasks is
   Bad : exception;
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      accept Ask do
         raise Bad;
      end Ask;
      pragma Assert (False);
   exception
      when [[Bad||Constraint_Error]] => null;
   end Server;
begin
   Server.Ask;
   pragma Assert (False);
exception
   when Bad => null;
end Both_Tasks;
