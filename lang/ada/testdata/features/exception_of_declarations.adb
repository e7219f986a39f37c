-- errors
procedure Exception_Of_Declarations is
   subtype Small is Integer range 0 .. 3;
   task T is
      entry Set (V : Integer);
   end T;
   task body T is
      N : Integer range 0 .. 7;
   begin
      accept Set (V : Integer) do
         N := V;
      end Set;
      begin
         declare
            S : Small := N;
         begin
            null;
         exception
            when Constraint_Error =>
               pragma Assert (False);  -- it handles what statements raise
         end;
      exception
         when [[Constraint_Error||Program_Error]] => null;
      end;
   end T;
begin
   T.Set (5);
end Exception_Of_Declarations;
