-- deadlock
procedure Terminate_Guard is
   task Server is
      entry Ask;
   end Server;
   task body Server is
      Served : Boolean := False;
   begin
      loop
         select
            accept Ask;
            Served := True;
         or
            when [[Served||not Served]] =>
               terminate;
         end select;
      end loop;
   end Server;
begin
   Server.Ask;
end Terminate_Guard;
