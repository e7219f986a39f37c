-- errors
procedure Extended_Return is
   type Pair is record
      A, B : Integer range 0 .. 9 := 0;
   end record;
   function Make return Pair is
   begin
      return P : Pair do
         P.A := 3;
         if P.A = 3 then
            [[return||P.A := 4]];
         end if;
      end return;
   end Make;
   V : Pair;
   task T;
   task body T is
   begin
      V := Make;
      pragma Assert (V.A = 3);
   end T;
begin
   null;
end Extended_Return;
