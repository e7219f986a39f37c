-- deadlock
procedure Requeue_With_Abort is
   protected Gate is
      entry Enter;
   private
      entry Wait;
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Enter when True is
      begin
         requeue Wait[[ with abort||]];
      end Enter;
      entry Wait when Is_Open is
      begin
         null;
      end Wait;
   end Gate;
begin
   select
      Gate.Enter;
   or
      delay 0.1;
   end select;
end Requeue_With_Abort;
