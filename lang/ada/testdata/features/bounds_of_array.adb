-- errors
procedure Bounds_Of_Array is
   subtype Small is Integer range 0 .. 3;
   type List is array (Small range <>) of Boolean;
begin
   declare
      L : List (1 .. [[3||4]]) := (others => False);
   begin
      L (1) := not L (1);
   end;
end Bounds_Of_Array;
