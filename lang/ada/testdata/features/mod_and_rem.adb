-- errors
procedure Mod_And_Rem is
   N : Integer range -9 .. 9 := -5;
   task T;
   task body T is
   begin
      N := N - 2;
      pragma Assert (N mod 3 = [[2||1]] and N rem 3 = -1 and N / 2 = -3 and abs N = 7);
   end T;
begin
   null;
end Mod_And_Rem;
