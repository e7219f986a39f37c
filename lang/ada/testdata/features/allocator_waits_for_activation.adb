-- errors
procedure Allocator_Waits_For_Activation is
   Begun : Boolean := False;
   function Start return Boolean is
   begin
      Begun := True;
      return True;
   end Start;
   task type Worker;
   task body Worker is
      Mine : Boolean := [[Start||False]];
   begin
      Begun := True;
   end Worker;
   type Ref is access Worker;
   R : Ref;
begin
   R := new Worker;
   pragma Assert (Begun);
end Allocator_Waits_For_Activation;
