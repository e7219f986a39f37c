-- errors
procedure Successor is
   type Day is (Mon, Tue, Wed);
   task U is
      entry Go (D : Day);
   end U;
   task body U is
      X : Day;
   begin
      accept Go (D : Day) do
         X := D;
      end Go;
      X := Day'Succ (X);
      pragma Assert (Day'Pos (X) > 0 and Day'Val (Day'Pos (X)) = X and Day'Pred (X) < X);
   end U;
begin
   U.Go ([[Tue||Wed]]);
end Successor;
