-- errors
procedure Call_Completed is
   task Parent is
      entry Ask;
   end Parent;
   task body Parent is
      task Child;
      task body Child is
      begin
         delay 0.01;
         Parent.Ask;
         pragma Assert ([[True||False]]);
      exception
         when Tasking_Error => null;  -- Parent is completed and waits for Child
      end Child;
   begin
      [[null;||accept Ask;]]
   end Parent;
begin
   null;
end Call_Completed;
