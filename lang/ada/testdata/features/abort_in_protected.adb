-- errors
procedure Abort_In_Protected is
   protected Pair is
      procedure Move;
      function Same return Boolean;
   private
      A, B : Integer range 0 .. 3 := 0;
   end Pair;
   protected body Pair is
      procedure Move is
      begin
         A := A + 1;
         B := B + [[1||2]];
      end Move;
      function Same return Boolean is (A = B);
   end Pair;
   task T;
   task body T is
   begin
      Pair.Move;
      Pair.Move;
   end T;
begin
   abort T;
   pragma Assert (Pair.Same);
end Abort_In_Protected;
