-- errors
procedure Abort_No_Exception is
   Handled : Boolean := False with Volatile;
   task T is
      entry Never;
   end T;
   task body T is
   begin
      begin
         accept Never;
      exception
         when others => Handled := True;
      end;
      Handled := True;
   end T;
begin
   abort T;
   while not T'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert ([[not Handled||Handled]]);
end Abort_No_Exception;
