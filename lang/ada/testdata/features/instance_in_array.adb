-- errors
procedure Instance_In_Array is
   generic
   package Nothing is
      Zero : constant Integer := 0;
   end Nothing;
   task type Worker;
   Workers : array (1 .. 2) of Worker;
   N : Integer range 0 .. 3 := 0;
   task body Worker is
      package Mine is new Nothing;
      Count : Integer range 0 .. 3 := Mine.Zero;
   begin
      [[Count := Count + 1;||N := N + 1;]]
      pragma Assert (Count + N = 1);  -- each task has its own Count
   end Worker;
begin
   null;
end Instance_In_Array;
