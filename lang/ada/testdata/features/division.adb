-- errors
procedure Division is
   N : Integer range 0 .. 3 := 2;
   task T;
   task body T is
   begin
      N := N - [[1||2]];
      N := 3 / N;
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end T;
begin
   null;
end Division;
