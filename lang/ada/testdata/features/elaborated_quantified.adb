-- errors possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_Quantified is
   G : Generator;
   X : Integer := 0;
   function Luck (N : Integer) return Boolean is
   begin
      X := N;
      return Random (G) > 0.5;
   end Luck;
   B : Boolean := (for some I in 1 .. 3 => Luck (I));
begin
   pragma Assert (X in 1 .. [[3||1]]);
end Elaborated_Quantified;
