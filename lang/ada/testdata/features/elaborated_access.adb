-- errors
procedure Elaborated_Access is
   type Reference is access all Integer;
   package Settings is
      Level : aliased Integer := 2;
      procedure Set (R : Reference);
   end Settings;
   package body Settings is
      procedure Set (R : Reference) is
      begin
         R.all := 1;
      end Set;
   begin
      Set (Level'Access);
   end Settings;
   Seen : Integer := Settings.Level;
begin
   pragma Assert (Seen = [[1||2]]);
end Elaborated_Access;
