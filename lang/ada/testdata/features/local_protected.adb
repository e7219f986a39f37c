-- errors
procedure Local_Protected is
   task type Worker;
   Workers : array (1 .. 2) of Worker;
   task body Worker is
      protected Cell is
         procedure Add;
         function Value return Integer;
      private
         N : Integer range 0 .. 3 := 0;
      end Cell;
      protected body Cell is
         procedure Add is
         begin
            N := N + 1;
         end Add;
         function Value return Integer is (N);
      end Cell;
   begin
      Cell.Add;
      pragma Assert (Cell.Value = [[1||2]]);  -- each task has its own Cell
   end Worker;
begin
   null;
end Local_Protected;
