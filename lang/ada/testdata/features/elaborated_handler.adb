-- errors
procedure Elaborated_Handler is
   X : Integer := 0;
   Failure : exception;
   function Parse (N : Integer) return Integer is
   begin
      if N > 1 then
         raise Failure;
      end if;
      return N;
   exception
      when Failure =>
         X := X + 1;
         return 0;
   end Parse;
   A : Integer := Parse (1);
   B : Integer := Parse ([[2||1]]);
begin
   pragma Assert (X = 1);
end Elaborated_Handler;
