-- deadlock
procedure Abort_Requeued is
   protected Desk is
      entry Enter;
      procedure Call;
      function Served return Boolean;
   private
      entry Wait;
      Open, Was : Boolean := False;
   end Desk;
   protected body Desk is
      entry Enter when True is
      begin
         requeue Wait[[ with abort||]];
      end Enter;
      entry Wait when Open is
      begin
         Was := True;
      end Wait;
      procedure Call is
      begin
         Open := True;
      end Call;
      function Served return Boolean is (Was);
   end Desk;
   task T;
   task body T is
   begin
      Desk.Enter;
   end T;
begin
   delay 0.1;
   abort T;
end Abort_Requeued;
