-- errors
procedure Large_Record_In_Call is
   type Triple is record
      A, B, C : Integer := 0;
   end record;
   task Server is
      entry Put (V : in out Triple);
   end Server;
   task body Server is
   begin
      accept Put (V : in out Triple) do
         V.A := V.B + V.C;
      end Put;
   end Server;
   T : Triple := (1, 2, 3);
begin
   Server.Put (T);
   pragma Assert (T.A = [[5||6]]);
end Large_Record_In_Call;
