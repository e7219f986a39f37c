-- deadlock
procedure Inside_Of_Window is
   task Server is
      entry Wait;
      entry Signal;
   end Server;
   task body Server is
      Sem : Integer := 2;
   begin
      loop
         select
            when Sem > 0 =>
               accept Wait do
                  Sem := Sem - 1;
               end Wait;
         or
            accept Signal;
            Sem := Sem + 1;
         or
            [[terminate||accept Signal do
               null;
            end Signal]];
         end select;
      end loop;
   end Server;
begin
   Server.Wait;
   Server.Signal;
end Inside_Of_Window;
