-- errors
procedure Timed_Call_Of_Open is
   protected Gate is
      entry Enter;
   private
      Is_Open : Boolean := [[True||False]];
   end Gate;
   protected body Gate is
      entry Enter when Is_Open is
      begin
         null;
      end Enter;
   end Gate;
begin
   select
      Gate.Enter;
   or
      delay 0.0;
      pragma Assert (False);
   end select;
end Timed_Call_Of_Open;
