-- deadlock
procedure Requeue_Own is
   protected Gate is
      entry Enter;
      procedure Open;
   private
      entry Wait;
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Enter when True is
      begin
         if not Is_Open then
            requeue Wait;
         end if;
      end Enter;
      procedure Open is
      begin
         Is_Open := [[True||False]];
      end Open;
      entry Wait when Is_Open is
      begin
         null;
      end Wait;
   end Gate;
   task T;
   task body T is
   begin
      Gate.Enter;
   end T;
begin
   Gate.Open;
end Requeue_Own;
