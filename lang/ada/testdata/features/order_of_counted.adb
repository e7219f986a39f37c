-- deadlock possible
procedure Order_Of_Counted is
   task S is
      entry W;
      entry Done1;
      entry Done2;
   end S;
   task T1;
   task T2 is entry Start; end T2;
   task body S is
   begin
      while W'Count = 0 loop delay 0.01; end loop;
      T2.Start;
      while W'Count < 2 loop delay 0.01; end loop;
      [[accept W;
      accept W;
      accept Done1||accept W;
      accept Done1;
      accept W]];
      accept Done2;
   end S;
   task body T1 is
   begin
      S.W;
      S.Done1;
   end T1;
   task body T2 is
   begin
      accept Start;
      S.W;
      S.Done2;
   end T2;
begin
   null;
end Order_Of_Counted;
