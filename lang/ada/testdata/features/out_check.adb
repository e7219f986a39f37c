-- errors
procedure Out_Check is
   subtype Low is Integer range 0 .. 4;
   procedure Give (X : out Integer) is
   begin
      X := [[4||5]];
   end Give;
   N : Low := 0;
   task T;
   task body T is
   begin
      Give (N);
   exception
      when Constraint_Error =>
         pragma Assert (False);
   end T;
begin
   null;
end Out_Check;
