-- errors possible
procedure Many_Scalars is
   type Place is range 0 .. 400;
   type Pair is record
      Row, Column : Place;
   end record;
   task Board is
      entry Move (From, To : Pair; Way : out Pair);
   end Board;
   task body Board is
   begin
      accept Move (From, To : Pair; Way : out Pair) do
         Way := (From.Row, 0);
         pragma Assert (From.Row = [[1||2]]);
      end Move;
   end Board;
   W : Pair;
begin
   Board.Move ((1, 2), (300, 4), W);
end Many_Scalars;
