-- errors
procedure Barrier_Exception is
   Bad : exception;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         [[null||raise Bad]];
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   task T;
   task body T is
   begin
      Gate.Pass;
   exception
      when Bad =>
         pragma Assert (False);
   end T;
begin
   Gate.Open;
end Barrier_Exception;
