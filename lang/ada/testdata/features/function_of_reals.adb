-- deadlock possible
with Ada.Numerics.Elementary_Functions;
use Ada.Numerics.Elementary_Functions;
procedure Function_Of_Reals is
   X : Float := -1.0;
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
   begin
      X := [[Sin||Sqrt]] (X);
      Sink.Put;
   end Reader;
begin
   null;
end Function_Of_Reals;
