-- errors
procedure Block_Waits_For_Allocated is
   Done : Boolean := False;
   task type Worker is
      entry Go;
   end Worker;
   task body Worker is
   begin
      accept Go;
      delay 0.01;
      Done := True;
   end Worker;
   [[||type Ref is access Worker;]]
begin
   declare
      [[type Ref is access Worker;||]]
      R : Ref;
   begin
      R := new Worker;
      R.Go;
   end;
   pragma Assert (Done);
end Block_Waits_For_Allocated;
