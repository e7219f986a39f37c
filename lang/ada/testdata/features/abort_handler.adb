-- errors
procedure Abort_Handler is
   Aborted, Hit : Boolean := False with Volatile;
   task T;
   task body T is
   begin
      while not Aborted loop
         null;
      end loop;
      begin
         raise Program_Error;
      exception
         when others =>
            [[delay 0.0;||null;]]
            Hit := True;
      end;
   end T;
begin
   abort T;
   Aborted := True;
   while not T'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert (not Hit);
end Abort_Handler;
