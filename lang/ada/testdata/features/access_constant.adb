-- errors
procedure Access_Constant is
   type Reference is access all Integer;
   X : aliased Integer := 2;
   P : constant Reference := X'Access;
begin
   P.all := 1;
   pragma Assert (X = [[1||2]]);
end Access_Constant;
