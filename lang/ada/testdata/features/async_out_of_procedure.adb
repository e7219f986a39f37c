-- errors
procedure Async_Out_Of_Procedure is
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
   procedure Get (X : out Integer) is
   begin
      X := 5;
      Shut.Wait;
   end Get;
   procedure Try is
      N : Integer := 0;
   begin
      select
         delay 0.1;
      then abort
         Get (N);
      end select;
      pragma Assert (N = [[0||5]]);
   end Try;
begin
   Try;
end Async_Out_Of_Procedure;
