-- deadlock
procedure Async_In_Task_Array is
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
   task type Worker;
   task body Worker is
   begin
      select
         delay 0.1;
      then abort
         Shut.Wait;
      end select;
      [[null;||Shut.Wait;]]
   end Worker;
   Crew : array (1 .. 2) of Worker;
begin
   null;
end Async_In_Task_Array;
