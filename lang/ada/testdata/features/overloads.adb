-- errors
procedure Overloads is
   procedure Set (N : out Integer) is
   begin
      N := 1;
   end Set;
   procedure Set (B : out Boolean) is
   begin
      B := True;
   end Set;
   N : Integer range 0 .. 9 := 0;
   B : Boolean := False;
   task T;
   task body T is
   begin
      Set ([[B||N]]);
      pragma Assert (B and N = 0);
   end T;
begin
   null;
end Overloads;
