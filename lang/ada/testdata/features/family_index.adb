-- errors
procedure Family_Index is
   task T is
      entry E (1 .. 2);
   end T;
   task body T is
   begin
      accept E (1);
   end T;
begin
   begin
      T.E ([[3||1]]);
      raise Program_Error;
   exception
      when Constraint_Error =>
         T.E (1);
   end;
end Family_Index;
