-- deadlock possible
procedure Order_Of_Requeued is
   task S is
      entry A;
      entry B;
      entry W;
      entry Done1;
      entry Done2;
   end S;
   task body S is
   begin
      accept A do requeue W; end A;
      accept B do requeue W; end B;
      [[accept W;
      accept W;
      accept Done1||accept W;
      accept Done1;
      accept W]];
      accept Done2;
   end S;
   task T1;
   task body T1 is
   begin
      S.A;
      S.Done1;
   end T1;
   task T2;
   task body T2 is
   begin
      S.B;
      S.Done2;
   end T2;
begin
   null;
end Order_Of_Requeued;
