-- deadlock
procedure Abort_Served is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         Is_Open := [[True||False]];
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   task Client;
   task body Client is
   begin
      Gate.Pass;
   end Client;
begin
   delay 0.1;
   abort Client;
   Gate.Open;
   Gate.Pass;
end Abort_Served;
