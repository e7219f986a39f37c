-- errors
procedure Async_Exit is
   N : Integer range 0 .. 3 := 0;
begin
   loop
      select
         delay 10.0;
         N := [[0||1]];
         exit;
      then abort
         exit;
      end select;
   end loop;
   pragma Assert (N = 0);
end Async_Exit;
