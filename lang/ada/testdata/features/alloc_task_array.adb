-- deadlock
procedure Alloc_Task_Array is
   task type Worker is
      entry Go;
   end Worker;
   task body Worker is
   begin
      accept Go;
   end Worker;
   type Crew is array (1 .. 2) of Worker;
   type Ref is access Crew;
   A : Ref := new Crew;
begin
   for I in A.all'Range loop
      A (I).Go;
      [[null;||exit;]]
   end loop;
end Alloc_Task_Array;
