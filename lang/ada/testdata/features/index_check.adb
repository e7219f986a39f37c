-- errors
procedure Index_Check is
   type Row is array (1 .. 3) of Boolean;
   R : Row := (others => False);
   task T is
      entry Set (I : Integer);
   end T;
   task body T is
   begin
      accept Set (I : Integer) do
         R (I) := True;
      end Set;
   exception
      when Constraint_Error => null;
   end T;
begin
   T.Set ([[3||4]]);
end Index_Check;
