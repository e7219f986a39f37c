-- deadlock
procedure Alloc_Record_Task is
   task type Worker is
      entry Go;
   end Worker;
   task body Worker is
   begin
      accept Go;
      accept Go;
   end Worker;
   type Node is record
      Count : Integer := 0;
      T     : Worker;
   end record;
   type Ref is access Node;
   A, B : Ref;
begin
   A := new Node;
   B := new Node;
   A.T.Go;
   A.T.Go;
   B.T.Go;
   [[B||A]].T.Go;
end Alloc_Record_Task;
