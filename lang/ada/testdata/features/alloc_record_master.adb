-- errors
procedure Alloc_Record_Master is
   Done : Boolean := False with Volatile;
   procedure Sub is
      task type Worker;
      type Node is record
         T : Worker;
      end record;
      type Ref is access Node;
      task body Worker is
      begin
         delay 0.01;
         Done := True;
      end Worker;
      A : Ref;
   begin
      A := new Node;
      [[null;||pragma Assert (Done);]]
   end Sub;
begin
   Sub;
   pragma Assert (Done);
end Alloc_Record_Master;
