-- errors
procedure Abort_Before_Activation is
   Ran : Boolean := False;
begin
   declare
      task T;
      task body T is
      begin
         Ran := True;
      end T;
      package P is
         procedure Kill;
      end P;
      package body P is
         procedure Kill is
         begin
            [[abort T;||null;]]
         end Kill;
      begin
         Kill;
      end P;
   begin
      null;
   end;
   pragma Assert (not Ran);
end Abort_Before_Activation;
