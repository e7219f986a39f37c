-- deadlock
with Ada.Finalization;
procedure Finalized_In_Block is
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
   type Pair is limited record
      First : P.Guard;
   end record;
begin
   for I in 1 .. 2 loop
      begin
         declare
            G : Pair;
         begin
            [[null||Lock.Seize]];
            raise Constraint_Error;
         end;
      exception
         when Constraint_Error => null;
      end;
   end loop;
end Finalized_In_Block;
