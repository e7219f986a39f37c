-- errors
procedure Type_Conversion is
   type Meter is range 0 .. 9;
   type Foot is range 0 .. 30;
   F : Foot := 6;
   M : Meter := 0;
   task T;
   task body T is
   begin
      F := F + [[3||4]];
      M := Meter (F);
      pragma Assert (M = 9);
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end T;
begin
   null;
end Type_Conversion;
