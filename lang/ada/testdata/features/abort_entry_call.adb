-- deadlock
procedure Abort_Entry_Call is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         Is_Open := False;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   task type Client;
   task body Client is
   begin
      Gate.Pass;
   end Client;
begin
   declare
      C : Client;
   begin
      [[abort C;||null;]]
   end;
   Gate.Open;
   Gate.Pass;
end Abort_Entry_Call;
