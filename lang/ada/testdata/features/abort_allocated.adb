-- deadlock
procedure Abort_Allocated is
   task type Worker is
      entry Never;
   end Worker;
   type Ref is access Worker;
   task body Worker is
   begin
      accept Never;
   end Worker;
   A : Ref := new Worker;
   B : Ref := new Worker;
begin
   abort A.all;
   abort [[B.all||A.all]];
end Abort_Allocated;
