-- errors
procedure Predicate_Loop is
   N : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      while N < 4 loop
         N := N + [[2||3]];
      end loop;
      pragma Assert (N = 4);
   end T;
begin
   null;
end Predicate_Loop;
