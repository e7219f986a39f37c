-- errors
procedure Task_Parameter is
   task type Cell is
      entry Put (N : Integer);
   end Cell;
   task body Cell is
   begin
      accept Put (N : Integer) do
         pragma Assert (N = 1);
      end Put;
   end Cell;
   procedure Give (To : Cell; N : Integer) is
   begin
      To.Put (N);
   end Give;
   A, B : Cell;
begin
   Give (A, 1);
   Give (B, [[1||2]]);
end Task_Parameter;
