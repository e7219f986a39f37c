-- deadlock
with Ada.Finalization;
procedure Abort_Finalize is
   protected Lock is
      entry Take;
      procedure Give;
   private
      Free : Boolean := True;
   end Lock;
   protected body Lock is
      entry Take when Free is
      begin
         Free := False;
      end Take;
      procedure Give is
      begin
         Free := True;
      end Give;
   end Lock;
   package P is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (G : in out Guard);
      overriding procedure Finalize (G : in out Guard);
   end P;
   package body P is
      procedure Initialize (G : in out Guard) is
      begin
         Lock.Take;
      end Initialize;
      procedure Finalize (G : in out Guard) is
      begin
         [[Lock.Give;||null;]]
      end Finalize;
   end P;
   task T is
      entry Never;
   end T;
   task body T is
      G : P.Guard;
   begin
      accept Never;
   end T;
begin
   delay 0.1;
   abort T;
   Lock.Take;
   Lock.Give;
end Abort_Finalize;
