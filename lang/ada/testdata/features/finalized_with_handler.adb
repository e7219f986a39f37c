-- errors
with Ada.Finalization;
procedure Finalized_With_Handler is
   package P is
      type Guard is new Ada.Finalization.Controlled with record
         N : Integer range 0 .. 3 := 0;
      end record;
      overriding procedure Finalize (G : in out Guard);
      Count : Integer range 0 .. 9 := 0;
   end P;
   package body P is
      procedure Finalize (G : in out Guard) is
      begin
         Count := Count + 1;
      end Finalize;
   end P;
   type Room (Full : Boolean) is record
      case Full is
         when True => G : P.Guard;
         when False => null;
      end case;
   end record;
begin
   declare
      A : P.Guard := (Ada.Finalization.Controlled with N => 3);
      B : Room ([[False||True]]);
   begin
      if A.N /= 3 then
         raise Program_Error;
      end if;
   end;
   pragma Assert (P.Count = 1);
end Finalized_With_Handler;
