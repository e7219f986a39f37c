-- deadlock
procedure Dispatch_Access is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      O : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when O is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         O := True;
      end Open;
   end Gate;

   package A is
      type Job is abstract tagged limited null record;
      procedure Run (J : in out Job) is abstract;
      type Ref is access all Job'Class;
   end A;
   package B is
      type Opener is new A.Job with null record;
      overriding procedure Run (J : in out Opener);
      type Idle is new A.Job with null record;
      overriding procedure Run (J : in out Idle);
   end B;
   package body B is
      overriding procedure Run (J : in out Opener) is
      begin
         Gate.Open;
      end Run;
      overriding procedure Run (J : in out Idle) is
      begin
         null;
      end Run;
   end B;
   O : aliased B.Opener;
   I : aliased B.Idle;
   procedure Execute (J : access A.Job'Class) is
   begin
      J.Run;
   end Execute;
   task T;
   task body T is
   begin
      Execute (I'Access);
      Execute ([[O||I]]'Access);
   end T;
begin
   Gate.Pass;
end Dispatch_Access;
