-- errors
procedure Delay_With_Count is
   task T is
      entry E;
   end T;
   task body T is
   begin
      while E'Count = [[0||1]] loop
         delay 0.01;
      end loop;
      select
         accept E;
      or
         delay 0.0;
         pragma Assert (False);
      end select;
   end T;
begin
   T.E;
exception
   when Tasking_Error => null;
end Delay_With_Count;
