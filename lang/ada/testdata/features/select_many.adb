-- errors
procedure Select_Many is
   task Server is
      entry A;
      entry B;
   end Server;
   Got_B : Boolean := False;
   task body Server is
   begin
      for I in 1 .. 2 loop
         select
            accept A;
            [[null||pragma Assert (not Got_B)]];
         or
            accept B do
               Got_B := True;
            end B;
         end select;
      end loop;
   end Server;
   task C;
   task body C is
   begin
      Server.B;
   end C;
begin
   Server.A;
end Select_Many;
