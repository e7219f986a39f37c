-- errors
procedure Accept_Outside_Family is
   task Server is
      entry Take (1 .. 3);
   end Server;
   task body Server is
      K : Integer := 0;
   begin
      for I in 1 .. 2 loop
         begin
            accept Take ([[1||0]]);
            K := K + 1;
         exception
            when Constraint_Error => null;
         end;
      end loop;
      pragma Assert (K = 2);
   end Server;
begin
   Server.Take (1);
   [[Server.Take (1);||null;]]
end Accept_Outside_Family;
