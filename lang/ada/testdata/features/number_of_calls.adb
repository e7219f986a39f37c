-- errors
procedure Number_Of_Calls is
   function Identity (N : Integer) return Integer is
   begin
      if N > 0 then
         return Identity (N - 1) + 1;
      end if;
      return N;
   end Identity;
   task T is
      entry E;
   end T;
   task body T is
   begin
      for I in 1 .. 3 loop
         if Identity (I) = [[I||I + 1]] then
            accept E;
         end if;
      end loop;
   end T;
begin
   T.E;
   T.E;
   T.E;
end Number_Of_Calls;
