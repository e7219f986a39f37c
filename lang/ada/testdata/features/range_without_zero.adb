-- errors
procedure Range_Without_Zero is
   type Id is range 1_000 .. 9_999;
   Last : Id := Id'Last;
   task T;
   task body T is
   begin
      Last := 2_000;
   end T;
begin
   while Last = 9_999 loop
      delay 0.01;
   end loop;
   pragma Assert (Last = [[2_000||2_001]]);
end Range_Without_Zero;
