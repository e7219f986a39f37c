-- deadlock possible
--  Whether the call of Opened is evaluated depends on a number that is not modelled.
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Circuit_Unknown is
   G : Generator;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is begin null; end Pass;
      procedure Open is begin Is_Open := True; end Open;
   end Gate;
   function Opened return Boolean is
   begin
      Gate.Open;
      return True;
   end Opened;
   task T;
   task body T is
   begin
      Gate.Pass;
   end T;
begin
   if Random (G) > 0.5 and [[||then]] Opened then
      null;
   end if;
end Circuit_Unknown;
