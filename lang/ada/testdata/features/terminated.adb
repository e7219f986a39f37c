-- errors
procedure Terminated is
   task type Job;
   task body Job is
   begin
      null;
   end Job;
begin
   declare
      J : Job;
   begin
      [[null;||pragma Assert (J'Terminated);]]
      while not J'Terminated loop
         delay 0.01;
      end loop;
      pragma Assert (J'Terminated and not J'Callable);
   end;
end Terminated;
