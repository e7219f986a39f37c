-- errors possible
procedure Aggregate_Of_Unknown is
   type List is array (1 .. 2) of Boolean;
   L : List := (others => False);
   N : Integer := 1;
begin
   L := ([[1||N]] .. 2 => [[False||True]]);
   pragma Assert (not L (1));
end Aggregate_Of_Unknown;
