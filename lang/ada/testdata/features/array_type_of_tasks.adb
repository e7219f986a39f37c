-- deadlock
procedure Array_Type_Of_Tasks is
   protected Count is
      entry Done;
      procedure Up (N : Positive);
   private
      Sum : Natural := 0;
   end Count;
   protected body Count is
      entry Done when Sum = [[6||3]] is
      begin
         null;
      end Done;
      procedure Up (N : Positive) is
      begin
         Sum := Sum + N;
      end Up;
   end Count;
   task type Worker (N : Positive);
   task body Worker is
   begin
      Count.Up (N);
   end Worker;
   type Team is array (1 .. 3) of Worker (2);
   Workers : Team;
begin
   Count.Done;
end Array_Type_Of_Tasks;
