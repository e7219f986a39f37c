-- deadlock
procedure Abort_Array is
   task type Worker is
      entry Never;
   end Worker;
   task body Worker is
   begin
      accept Never;
   end Worker;
   Crew : array (1 .. 2) of Worker;
begin
   for I in 1 .. [[2||1]] loop
      abort Crew (I);
   end loop;
end Abort_Array;
