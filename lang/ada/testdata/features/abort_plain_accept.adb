-- errors
procedure Abort_Plain_Accept is
   task T is
      entry E;
      entry F;
   end T;
   task body T is
   begin
      accept E;
      accept E do
         delay 0.0;
      end E;
   end T;
begin
   [[null;||T.E;]]
   abort T;
   begin
      T.E;
      raise Program_Error;
   exception
      when Tasking_Error => [[null;||raise Constraint_Error;]]
   end;
end Abort_Plain_Accept;
