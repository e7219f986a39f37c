-- errors possible
procedure Async_Task_Entry is
   task Timer is
      entry Over (N : out Integer);
   end Timer;
   task body Timer is
   begin
      accept Over (N : out Integer) do
         N := [[7||8]];
      end Over;
   end Timer;
   M : Integer := 0;
begin
   select
      Timer.Over (M);
      pragma Assert (M = 7);
   then abort
      loop
         delay 0.01;
      end loop;
   end select;
end Async_Task_Entry;
