-- deadlock
with Ada.Finalization;
procedure Terminate_Finalizes is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         Is_Open := False;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   package P is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (G : in out Guard);
   end P;
   package body P is
      procedure Finalize (G : in out Guard) is
      begin
         Gate.[[Open||Pass]];
      end Finalize;
   end P;
begin
   declare
      task Server is
         entry Ask;
      end Server;
      task body Server is
         G : P.Guard;
      begin
         select
            accept Ask;
         or
            terminate;
         end select;
      end Server;
   begin
      null;
   end;
   Gate.Pass;
end Terminate_Finalizes;
