-- errors
procedure Length_Of_Parameter is
   type List is array (Positive range <>) of Boolean;
   subtype Pair is List (1 .. 2);
   L : List (3 .. [[4||5]]) := (others => False);
   task T is
      entry E (P : Pair);
   end T;
   task body T is
   begin
      accept E (P : Pair);
   end T;
begin
   T.E (L);
end Length_Of_Parameter;
