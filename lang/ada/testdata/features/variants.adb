-- errors
procedure Variants is
   type Command is (Stop, Move, Turn);
   type Request (Kind : Command := Stop) is record
      Id : Integer range 0 .. 3 := 1;
      case Kind is
         when Move => Steps : Integer range 0 .. 9 := 4;
         when Turn => Left : Boolean := False;
         when others => null;
      end case;
   end record;
   R : Request;
   S : Request (Turn);
   Raised : Boolean := False;
begin
   R := (Move, 2, 5);
   pragma Assert (R.Kind = Move and then R.Steps = 5);
   R := (Kind => Turn, Id => 3, Left => True);
   pragma Assert (R.Left and R.Id = 3);
   S := R;
   begin
      S := ([[Move, 1, 3||Turn, 1, False]]);
   exception
      when Constraint_Error => Raised := True;
   end;
   pragma Assert (Raised and S.Left);
   R.Steps := 1;
   pragma Assert (False);
exception
   when Constraint_Error => null;
end Variants;
