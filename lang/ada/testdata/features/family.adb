-- deadlock
procedure Family is
   type Level is (Low, High);
   task Server is
      entry Ask (Level);
   end Server;
   task body Server is
   begin
      accept Ask (High);
      accept Ask (Low);
   end Server;
   task A;
   task body A is
   begin
      Server.Ask ([[High||Low]]);
      Server.Ask ([[Low||High]]);
   end A;
begin
   null;
end Family;
