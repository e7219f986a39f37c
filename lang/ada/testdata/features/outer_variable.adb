-- errors
procedure Outer_Variable is
   task T;
   task body T is
      X : Integer range 0 .. 3 := 0;
   begin
      declare
         task U;
         task body U is
         begin
            X := X + 1;
         end U;
      begin
         null;
      end;
      pragma Assert (X = [[1||0]]);
   end T;
begin
   null;
end Outer_Variable;
