-- errors
procedure Nested_Accept is
   subtype Small is Integer range 0 .. 9;
   task Server is
      entry A (N : in out Small);
      entry B (N : Small);
   end Server;
   task body Server is
   begin
      accept A (N : in out Small) do
         accept B (N : Small) do
            A.N := A.N + N;
         end B;
      end A;
   end Server;
   task Other;
   task body Other is
   begin
      Server.B (2);
   end Other;
   V : Small := 1;
begin
   Server.A (V);
   pragma Assert (V = [[3||1]]);
end Nested_Accept;
