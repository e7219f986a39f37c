-- errors
procedure In_Out_Exception is
   task T;
   task body T is
      Bad : exception;
      N   : Integer range 0 .. 3 := 1;
      procedure Set (V : in out Integer) is
      begin
         V := 2;
         [[null||raise Bad]];
      end Set;
   begin
      begin
         Set (N);
      exception
         when Bad => null;
      end;
      pragma Assert (N = 2);  -- a copy that does not come back
   end T;
begin
   null;
end In_Out_Exception;
