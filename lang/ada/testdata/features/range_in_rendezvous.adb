-- errors
procedure Range_In_Rendezvous is
   subtype Small is Integer range 0 .. 3;
   task Server is
      entry Put (V : in Integer);
   end Server;
   task body Server is
      N : Small := 0;
   begin
      begin
         accept Put (V : in Integer) do
            N := V;
         end Put;
      exception
         when Constraint_Error => null;
      end;
   end Server;
begin
   begin
      Server.Put ([[3||4]]);
   exception
      when Constraint_Error =>
         pragma Assert (False);  -- raised in both tasks
   end;
end Range_In_Rendezvous;
