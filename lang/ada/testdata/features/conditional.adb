-- errors
procedure Conditional is
   N : Integer range 0 .. 9 := 3;
   task T;
   task body T is
   begin
      N := (if N > 3 then 0 elsif N = 3 then [[7||8]] else 1);
      pragma Assert ((case N is when 0 => False, when 5 .. 7 => True, when others => False));
   end T;
begin
   null;
end Conditional;
