-- errors
procedure Handled_In_Accept is
   Bad : exception;
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      accept Ask do
         begin
            raise Bad;
         exception
            when [[Bad||Program_Error]] => null;
         end;
      end Ask;
   end Server;
begin
   Server.Ask;
exception
   when Bad =>
      pragma Assert (False);
end Handled_In_Accept;
