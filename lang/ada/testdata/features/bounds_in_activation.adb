-- deadlock
procedure Bounds_In_Activation is
   type Small is range 0 .. 1;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
begin
   begin
      declare
         task T;
         task body T is
            subtype Part is Small range 0 .. [[1||2]];
         begin
            null;
         end T;
      begin
         Gate.Open;
      end;
   exception
      when Tasking_Error => null;
   end;
   Gate.Pass;
end Bounds_In_Activation;
