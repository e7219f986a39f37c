-- deadlock
procedure Abort_Again is
   I : Integer range 0 .. 2 := 0;
begin
   while I < 2 loop
      I := I + 1;
      declare
         task T is
            entry E;
         end T;
         task body T is
         begin
            accept E;
            [[null;||accept E;]]
         end T;
      begin
         if I = 1 then
            abort T;
         else
            T.E;
         end if;
      end;
   end loop;
end Abort_Again;
