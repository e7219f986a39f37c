-- deadlock
procedure Elaborated_Statements is
   package Settings is
      Places : Natural := 0;
   end Settings;
   package body Settings is
   begin
      Places := 3;
   end Settings;
   Copy : constant Natural := Settings.Places;
   protected Gate is
      entry Pass;
   private
      Count : Natural := Settings.Places;
   end Gate;
   protected body Gate is
      entry Pass when Count = [[3||0]] is
      begin
         null;
      end Pass;
   end Gate;
begin
   pragma Assert (Copy = 3);
   Gate.Pass;
end Elaborated_Statements;
