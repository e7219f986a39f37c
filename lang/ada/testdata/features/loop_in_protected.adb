-- errors possible
procedure Loop_In_Protected is
   protected Box is
      procedure Count;
      entry Wait;
   private
      N : Natural range 0 .. 6 := 0;
   end Box;
   protected body Box is
      procedure Count is
      begin
         for I in 1 .. [[70||1_000]] loop
            N := (N + 1) mod 7;
         end loop;
      end Count;
      entry Wait when N = 0 is
      begin
         null;
      end Wait;
   end Box;
begin
   for I in 1 .. 40 loop
      Box.Count;
   end loop;
   Box.Wait;
end Loop_In_Protected;
