-- deadlock
procedure Guard is
   task Server is
      entry Put;
      entry Get;
   end Server;
   task body Server is
      Full : Boolean := False;
   begin
      for I in 1 .. 2 loop
         select
            when not Full =>
               accept Put;
               Full := True;
         or
            when Full =>
               accept Get;
               Full := False;
         end select;
      end loop;
   end Server;
begin
   Server.[[Put||Get]];
   Server.[[Get||Put]];
end Guard;
