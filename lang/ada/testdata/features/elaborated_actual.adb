-- errors possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_Actual is
   G : Generator;
   X : Integer := 0;
   function Set return Boolean is
   begin
      X := X + 1;
      return True;
   end Set;
   generic
      Flag : Boolean;
   package Keeper is
      Kept : Boolean := Flag;
   end Keeper;
   package Mine is new Keeper (Random (G) > 0.5 and then Set);
begin
   pragma Assert (X <= 1 and then Mine.Kept = (X = 1) and then [[True||X = 1]]);
end Elaborated_Actual;
