-- errors
procedure Recursive is
   function Factorial (N : Natural) return Natural is
   begin
      if N = 0 then
         return 1;
      end if;
      return N * Factorial (N - 1);
   end Factorial;
begin
   pragma Assert (Factorial (4) = [[24||23]]);
end Recursive;
