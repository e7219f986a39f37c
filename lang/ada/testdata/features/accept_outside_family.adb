-- errors
procedure Accept_Outside_Family is
   task Server is
      entry Take (1 .. 3);
   end Server;
   task body Server is
      function Same (N : Integer) return Integer is (N);
      K : Integer := 0;
   begin
      for I in 1 .. 2 loop
         begin
            accept Take (Same ([[I||I - 1]]));
            K := K + 1;
         exception
            when Constraint_Error => null;
         end;
      end loop;
      pragma Assert (K = 2);
   end Server;
begin
   Server.Take (1);
   [[Server.Take (2);||null;]]
end Accept_Outside_Family;
