-- errors
procedure P is
   N : Natural range 0 .. 9 := 0;
begin
   for I in 1 .. 4 loop
      declare
         task T;

         task body T is
         begin
            N := N + 1;
         end T;
      begin
         exit when I = [[3||4]];
      end;
   end loop;
   pragma Assert (N = 3);
end P;
