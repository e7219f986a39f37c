-- errors
procedure All_Guards_Closed is
   task Server is
      entry Ask;
      entry Tell;
   end Server;
   task body Server is
      Closed : Boolean := False;
   begin
      accept Tell;
      Closed := [[False||True]];
      select
         when not Closed =>
            accept Ask;
      or
         when Closed and not Closed =>
            accept Tell;
      end select;
   end Server;
begin
   Server.Tell;
   Server.Ask;
end All_Guards_Closed;
