-- deadlock possible
procedure Async_Unknown_Barrier is
   protected Tank is
      entry Wait;
   private
      Level : Float := 0.0;
   end Tank;
   protected body Tank is
      entry Wait when Level > 0.5 is
      begin
         null;
      end Wait;
   end Tank;
begin
   select
      delay 0.1;
   then abort
      Tank.Wait;
   end select;
   [[null;||Tank.Wait;]]
end Async_Unknown_Barrier;
