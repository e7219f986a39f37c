-- deadlock
with Ada.Finalization;
procedure Finalized_Behind_Tasks is
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
begin
   declare
      G : P.Guard;
      task T;
      task body T is
      begin
         [[Lock.Release||null]];
         Lock.Seize;
      end T;
   begin
      null;
   end;
end Finalized_Behind_Tasks;
