-- errors possible
with Ada.Numerics.Discrete_Random;
procedure Elaborated_Case is
   type Colour is (Red, Green, Blue);
   package Colours is new Ada.Numerics.Discrete_Random (Colour);
   G : Colours.Generator;
   X : Integer := 0;
   function Set (N : Integer) return Integer is
   begin
      X := X + N;
      return X;
   end Set;
   C : constant Colour := Colours.Random (G);
   N : constant Integer := (case C is when Red => Set (1), when Green => Set (2), when Blue => 0);
begin
   pragma Assert (N = X and N < [[3||2]]);
end Elaborated_Case;
