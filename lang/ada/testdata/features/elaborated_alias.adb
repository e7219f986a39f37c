-- errors
procedure Elaborated_Alias is
   package Settings is
      Level : Natural := 0;
      procedure Raise_It;
   end Settings;
   package body Settings is
      Other : Natural renames Level;
      procedure Raise_It is
      begin
         Other := Other + 1;
      end Raise_It;
      procedure Again renames Raise_It;
   begin
      Raise_It;
      Again;
   end Settings;
   Seen : Natural := Settings.Level;
begin
   pragma Assert (Seen = [[2||0]]);
end Elaborated_Alias;
