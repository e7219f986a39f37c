-- errors
procedure Activation_Fails is
   subtype Small is Integer range 0 .. 3;
   function Make return Small is
   begin
      return Small'[[Last||First]];
   end Make;
begin
   declare
      task T;
      task body T is
         N : Small := Make + 1;
      begin
         null;
      end T;
   begin
      pragma Assert (False);  -- the task was not activated
   end;
exception
   when Tasking_Error => null;
end Activation_Fails;
