-- deadlock
procedure Async_Delay is
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
begin
   select
      delay 0.1;
   then abort
      Shut.Wait;
   end select;
   [[null;||Shut.Wait;]]
end Async_Delay;
