-- deadlock
procedure Alloc_Record_Incomplete is
   task type Worker is
      entry Go;
   end Worker;
   task body Worker is
   begin
      [[null;||accept Go;]]
   end Worker;
begin
   declare
      type Node;
      type Ref is access Node;
      type Node is record
         T    : Worker;
         Next : Ref;
      end record;
      A : Ref;
   begin
      A := new Node;
      A.Next := new Node;
   end;
end Alloc_Record_Incomplete;
