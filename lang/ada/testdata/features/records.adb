-- errors
procedure Records is
   type Point is record
      X, Y : Integer range 0 .. 9 := 1;
   end record;
   type Line is array (1 .. 2) of Point;
   L : Line := (1 => (X => 2, Y => 3), others => <>);
   task T;
   task body T is
      P : Point := L (1);
   begin
      L (1).X := 5;
      L (2) := L (1);
      pragma Assert (P.X = 2 and L (2) = ([[5||2]], 3));
   end T;
begin
   null;
end Records;
