-- errors
procedure Function_Of_Object is
   protected Cell is
      procedure Set (V : Integer);
      function Is_Set return Boolean;
   private
      N : Integer range 0 .. 9 := 0;
   end Cell;
   protected body Cell is
      procedure Set (V : Integer) is
      begin
         if Is_Set then
            return;
         end if;
         N := V;
      end Set;
      function Is_Set return Boolean is
      begin
         return N /= 0;
      end Is_Set;
   end Cell;
begin
   Cell.Set (0);
   pragma Assert (not Cell.Is_Set);
   Cell.Set (2);
   pragma Assert ([[Cell.Is_Set||not Cell.Is_Set]]);
end Function_Of_Object;
