-- errors
procedure Nested_Accept is
   task Server is
      entry A (N : in out Integer);
      entry B (N : Integer);
   end Server;
   task body Server is
   begin
      accept A (N : in out Integer) do
         accept B (N : Integer) do
            A.N := A.N + N;
         end B;
      end A;
   end Server;
   task Other;
   task body Other is
   begin
      Server.B (2);
   end Other;
   V : Integer range 0 .. 9 := 1;
begin
   Server.A (V);
   pragma Assert (V = [[3||1]]);
end Nested_Accept;
