-- errors possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_If is
   G : Generator;
   X : Integer := 0;
   function Set (N : Integer) return Integer is
   begin
      X := N;
      return N;
   end Set;
   type Item is record
      First : Integer := (if Random (G) < 0.5 then Set (1) else Set (2));
   end record;
   R : Item;
begin
   pragma Assert ([[R.First = X||X = 2]]);
end Elaborated_If;
