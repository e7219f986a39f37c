-- errors
procedure Access_Component is
   type Pair is record
      A, B : aliased Integer := 2;
   end record;
   type Reference is access all Integer;
   X : Pair;
   P : constant Reference := X.B'Access;
   procedure Increment (N : in out Integer) is
   begin
      N := N + 1;
   end Increment;
begin
   Increment (P.all);
   pragma Assert (X.B = [[3||2]]);
end Access_Component;
