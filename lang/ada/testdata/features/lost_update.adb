-- errors
procedure Lost_Update is
   N : Integer range 0 .. 2 := 0;
   protected Cell is
      procedure Add;
      function Value return Integer;
   private
      M : Integer range 0 .. 2 := 0;
   end Cell;
   protected body Cell is
      procedure Add is
      begin
         M := M + 1;
      end Add;
      function Value return Integer is (M);
   end Cell;
begin
   declare
      task A;
      task B;
      task body A is
      begin
         [[Cell.Add;||N := N + 1;]]
      end A;
      task body B is
      begin
         [[Cell.Add;||N := N + 1;]]
      end B;
   begin
      null;
   end;
   pragma Assert (N + Cell.Value = 2);
end Lost_Update;
