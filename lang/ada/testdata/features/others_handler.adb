-- errors
procedure Others_Handler is
   First, Second : exception;
   N : Integer range 0 .. 3 := 0;
   task T;
   task body T is
   begin
      begin
         raise [[Second||First]];
      exception
         when First => N := 1;
         when others => N := 2;
      end;
      pragma Assert (N = 2);
   end T;
begin
   null;
end Others_Handler;
