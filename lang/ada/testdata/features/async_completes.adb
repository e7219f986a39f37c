-- errors possible
procedure Async_Completes is
   Count : Integer range 0 .. 3 := 0;
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
begin
   select
      Shut.Wait;
      Count := 3;
   then abort
      Count := [[1||2]];
   end select;
   pragma Assert (Count = 1);
end Async_Completes;
