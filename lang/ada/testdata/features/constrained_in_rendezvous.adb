-- errors
procedure Constrained_In_Rendezvous is
   subtype Size is Integer range 0 .. 3;
   type Item (Length : Size := 1) is record
      Value : Size := 0;
   end record;
   subtype Pair is Item (2);
   task Server is
      entry Fill (Cell : in out Pair);
   end Server;
   task body Server is
   begin
      select
         accept Fill (Cell : in out Pair) do
            Cell.Value := Cell.Length;
         end Fill;
      or
         terminate;
      end select;
   end Server;
   Cell : Item := ([[2||3]], 0);
begin
   Server.Fill (Cell);
   pragma Assert (Cell.Value = 2);
end Constrained_In_Rendezvous;
