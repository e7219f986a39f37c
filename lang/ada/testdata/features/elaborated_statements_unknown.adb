-- errors possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_Statements_Unknown is
   G : Generator;
   X : Integer := 0;
   function Count return Integer is
   begin
      for I in 1 .. 3 loop
         if Random (G) < 0.3 then
            return I;
         end if;
         exit when Random (G) > 0.8;
         X := X + 1;
      end loop;
      return 0;
   end Count;
   N : Integer := Count;
begin
   pragma Assert (X <= [[3||2]]);
end Elaborated_Statements_Unknown;
