-- errors
procedure Result_Check is
   subtype Low is Integer range 0 .. 4;
   N : Integer range 0 .. 9 := 4;
   function Get return Low is
   begin
      return N;
   end Get;
   task T;
   task body T is
   begin
      N := N + [[0||1]];
      N := Get;
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end T;
begin
   null;
end Result_Check;
