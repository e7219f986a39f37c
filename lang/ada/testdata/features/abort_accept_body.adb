-- errors
procedure Abort_Accept_Body is
   Hit : Boolean := False;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         Hit := True;
      end E;
   end T;
begin
   [[abort T;||null;]]
   begin
      T.E;
   exception
      when Tasking_Error => null;
   end;
   pragma Assert (not Hit);
end Abort_Accept_Body;
