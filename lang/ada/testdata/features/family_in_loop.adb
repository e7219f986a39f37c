-- errors
procedure Family_In_Loop is
   type Slot is range 1 .. 2;
   task Server is
      entry Ask (Slot);
   end Server;
   Order : Integer range 0 .. 9 := 0;
   pragma Atomic (Order);
   task body Server is
   begin
      for I in Slot loop
         accept Ask (I) do
            Order := Order * 3 + Integer (I);
         end Ask;
      end loop;
   end Server;
   task A;
   task B;
   task body A is
   begin
      Server.Ask (2);
   end A;
   task body B is
   begin
      Server.Ask (1);
      [[null||pragma Assert (Order /= 1)]];
   end B;
begin
   null;
end Family_In_Loop;
