-- errors possible
procedure Class_Through_Entry is
   package Shapes is
      type Shape is tagged record
         N : Natural := 0;
      end record;
      procedure Grow (S : in out Shape);
      type Square is new Shape with null record;
      overriding procedure Grow (S : in out Square);
   end Shapes;
   package body Shapes is
      procedure Grow (S : in out Shape) is
      begin
         S.N := 1;
      end Grow;
      overriding procedure Grow (S : in out Square) is
      begin
         S.N := 4;
      end Grow;
   end Shapes;
   use Shapes;
   task Server is
      entry Do_It (S : in out [[Shape||Shape'Class]]);
   end Server;
   task body Server is
   begin
      accept Do_It (S : in out [[Shape||Shape'Class]]) do
         S.Grow;
      end Do_It;
   end Server;
   A : Shape;
begin
   Server.Do_It (A);
   pragma Assert (A.N = [[1||4]]);
end Class_Through_Entry;
