-- errors
procedure Named_Exit is
   N : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      Outer :
      for I in 1 .. 3 loop
         for J in reverse 1 .. 3 loop
            N := N + 1;
            exit [[Outer||]] when J = 2;
         end loop;
      end loop Outer;
      pragma Assert (N = 2);
   end T;
begin
   null;
end Named_Exit;
