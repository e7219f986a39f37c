-- errors
with Ada.Finalization;
procedure Adjusted is
   package P is
      type Handle is new Ada.Finalization.Controlled with record
         Copies : Integer range 0 .. 9 := 0;
      end record;
      overriding procedure Adjust (H : in out Handle);
   end P;
   package body P is
      procedure Adjust (H : in out Handle) is
      begin
         H.Copies := H.Copies + 1;
      end Adjust;
   end P;
   A, B : P.Handle;
begin
   B := A;
   declare
      C : P.Handle := B;
   begin
      pragma Assert (C.Copies = [[2||1]]);
   end;
end Adjusted;
