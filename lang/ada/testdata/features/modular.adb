-- errors
procedure Modular is
   type Tick is mod 4;
   T : Tick := 3;
   task U;
   task body U is
   begin
      T := T + [[1||2]];
      pragma Assert (T = 0);
   end U;
begin
   null;
end Modular;
