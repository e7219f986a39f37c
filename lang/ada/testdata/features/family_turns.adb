-- errors
procedure Family_Turns is
   protected Gate is
      entry Pass (1 .. 2);
   private
      Turn : Integer range 1 .. 2 := 1;
   end Gate;
   protected body Gate is
      entry Pass (for I in 1 .. 2) when Turn = I is
      begin
         Turn := 3 - I;
      end Pass;
   end Gate;
   N : Integer range 0 .. 9 := 0;
   pragma Atomic (N);
   task A;
   task B;
   task body A is
   begin
      Gate.Pass (2);
      pragma Assert (N = [[1||0]]);
   end A;
   task body B is
   begin
      N := 1;
      Gate.Pass (1);
   end B;
begin
   null;
end Family_Turns;
