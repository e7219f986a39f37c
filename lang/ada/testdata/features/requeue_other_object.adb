-- deadlock
procedure Requeue_Other_Object is
   protected Second is
      entry Wait;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Second;
   protected First is
      entry Enter;
   end First;
   protected body First is
      entry Enter when True is
      begin
         requeue Second.Wait;
      end Enter;
   end First;
   protected body Second is
      entry Wait when Is_Open is
      begin
         null;
      end Wait;
      procedure Open is
      begin
         Is_Open := [[True||False]];
      end Open;
   end Second;
   task T;
   task body T is
   begin
      First.Enter;
   end T;
begin
   Second.Open;
end Requeue_Other_Object;
