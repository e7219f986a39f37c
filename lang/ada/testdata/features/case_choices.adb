-- errors
procedure Case_Choices is
   type Day is (Mon, Tue, Wed, Thu, Fri);
   D : Day := Tue;
   N : Integer range 0 .. 9 := 0;
   task T;
   task body T is
   begin
      for X in Day loop
         D := X;
         case D is
            when Mon | Fri => N := N + 1;
            when Tue .. [[Wed||Thu]] => N := N + 2;
            when others => null;
         end case;
      end loop;
      pragma Assert (N = 6);
   end T;
begin
   null;
end Case_Choices;
