-- errors
procedure Subtype_Check is
   subtype Low is Integer range 0 .. 4;
   procedure Take (X : Low) is
   begin
      null;
   end Take;
   N : Integer range 0 .. 9 := 4;
   task T;
   task body T is
   begin
      N := N + [[0||1]];
      Take (N);
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end T;
begin
   null;
end Subtype_Check;
