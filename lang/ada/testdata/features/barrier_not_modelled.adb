-- deadlock possible
procedure Barrier_Not_Modelled is
   protected Tank is
      entry Wait;
   private
      Level : Float := 1.0;
   end Tank;
   protected body Tank is
      entry Wait when Level [[> 0.5||< 0.5]] is
      begin
         null;
      end Wait;
   end Tank;
begin
   [[if False then||]]
   Tank.Wait;
   [[end if;||]]
end Barrier_Not_Modelled;
