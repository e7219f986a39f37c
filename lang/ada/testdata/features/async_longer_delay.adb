-- errors possible
procedure Async_Longer_Delay is
begin
   select
      delay [[2.0||0.1]];
   then abort
      delay 1.0;
      [[null;||raise Program_Error;]]
   end select;
end Async_Longer_Delay;
