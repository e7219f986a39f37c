-- errors
procedure Nested_Packages is
   package Outer is
      package Inner is
         procedure Add;
         function Value return Integer;
      end Inner;
   end Outer;
   package body Outer is
      N : Integer range 0 .. 9 := 0;
      package body Inner is
         procedure Add is
         begin
            N := N + 1;
         end Add;
         function Value return Integer is (N);
      end Inner;
   end Outer;
   use Outer;
begin
   Inner.Add;
   Outer.Inner.Add;
   pragma Assert (Inner.Value = [[2||1]]);
end Nested_Packages;
