-- errors
with Ada.Numerics.Discrete_Random;
procedure Elaborated_Index_Unknown is
   subtype Place is Integer range 1 .. 2;
   package Places is new Ada.Numerics.Discrete_Random (Place);
   G : Places.Generator;
   A : array (Place) of Integer := (0, 0);
   function Set return Boolean is
   begin
      A (Places.Random (G)) := 1;
      return True;
   end Set;
   B : Boolean := Set;
begin
   pragma Assert ([[A (1) + A (2) = 1||A (1) = 0]]);
end Elaborated_Index_Unknown;
