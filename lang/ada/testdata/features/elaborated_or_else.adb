-- errors possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
package Settings is
   G : Generator;
   X : Integer := 0;
   function Set return Boolean;
end Settings;
package body Settings is
   function Set return Boolean is
   begin
      X := 1;
      return True;
   end Set;
end Settings;
with Settings; use Settings;
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_Or_Else is
   type Flags is array (1 .. 2) of Boolean;
   F : Flags := (1 => Random (G) < 0.5 or else Set, others => False);
begin
   pragma Assert (F (1) and X in [[0||1]] .. 1);
end Elaborated_Or_Else;
