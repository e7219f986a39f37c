-- deadlock
procedure Queue_Barrier is
   protected Pair is
      entry Meet;
   private
      Open : Boolean := False;
   end Pair;
   protected body Pair is
      entry Meet when Meet'Count = [[2||3]] or Open is
      begin
         Open := Meet'Count > 0;
      end Meet;
   end Pair;
   task A;
   task B;
   task body A is
   begin
      Pair.Meet;
   end A;
   task body B is
   begin
      Pair.Meet;
   end B;
begin
   null;
end Queue_Barrier;
