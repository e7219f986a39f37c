-- deadlock
procedure Async_Nested is
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
      delay 0.2;
   then abort
      select
         delay 0.1;
         [[null;||delay 0.5;]]
      then abort
         Shut.Wait;
      end select;
      Shut.Wait;
   end select;
   [[null;||Shut.Wait;]]
end Async_Nested;
