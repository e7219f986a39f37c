-- deadlock
with Ada.Finalization;
procedure Finalized_In_Main is
   protected Lock is
      entry Seize;
      procedure Release;
   private
      Free : Boolean := True;
   end Lock;
   protected body Lock is
      entry Seize when Free is
      begin
         Free := False;
      end Seize;
      procedure Release is
      begin
         Free := True;
      end Release;
   end Lock;
   package P is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (G : in out Guard);
      overriding procedure Finalize (G : in out Guard);
   end P;
   package body P is
      procedure Initialize (G : in out Guard) is
      begin
         Lock.Seize;
      end Initialize;
      procedure Finalize (G : in out Guard) is
      begin
         Lock.Release;
      end Finalize;
   end P;
   task T is
      entry Go;
   end T;
   task body T is
   begin
      select
         accept Go do
            [[null||Lock.Seize]];
         end Go;
      or
         terminate;
      end select;
   end T;
   G : P.Guard;
begin
   T.Go;
end Finalized_In_Main;
