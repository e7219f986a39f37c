-- errors
procedure Count_Of_Queue is
   task Server is
      entry Ask;
   end Server;
   task body Server is
   begin
      while Ask'Count < 1 loop
         delay 0.01;
      end loop;
      pragma Assert (Ask'Count [[>= 1||> 1]]);
      for I in 1 .. 2 loop
         accept Ask;
      end loop;
   end Server;
   task A;
   task body A is
   begin
      Server.Ask;
   end A;
begin
   Server.Ask;
end Count_Of_Queue;
