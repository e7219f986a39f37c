-- errors
procedure Exception_In_Loop is
   Bad : exception;
   N : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      for I in 1 .. 3 loop
         begin
            if I = 2 then
               raise Bad;
            end if;
            N := N + 1;
         exception
            when Bad => [[null||exit]];
         end;
      end loop;
      pragma Assert (N = 2);
   end T;
begin
   null;
end Exception_In_Loop;
