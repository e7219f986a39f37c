-- errors
procedure Abort_Anywhere is
   A, B : Boolean := False with Volatile;
   task T;
   task body T is
   begin
      A := True;
      B := True;
   end T;
begin
   abort T;
   while not T'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[A or not B||A = B]]);
end Abort_Anywhere;
