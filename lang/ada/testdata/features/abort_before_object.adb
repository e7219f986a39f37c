-- errors
with Ada.Finalization;
procedure Abort_Before_Object is
   package P is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (G : in out Guard);
      Left : Boolean := False;
   end P;
   package body P is
      procedure Finalize (G : in out Guard) is
      begin
         Left := True;
      end Finalize;
   end P;
   task T is
      entry Begun;
   end T;
   task body T is
   begin
      accept Begun;
      declare
         G : P.Guard;
      begin
         null;
      end;
   end T;
begin
   T.Begun;
   abort T;
   while not T'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[True||P.Left]]);
end Abort_Before_Object;
