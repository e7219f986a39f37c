package Ada.Synchronous_Task_Control is

   protected type Suspension_Object is
      procedure Set (To : Boolean);
      procedure Come (Through, Twice : out Boolean);
      entry Wait;
      function State return Boolean;
   private
      Open    : Boolean := False;
      Waiting : Boolean := False;
   end Suspension_Object;

   procedure Set_True (S : in out Suspension_Object);
   procedure Set_False (S : in out Suspension_Object);
   function Current_State (S : Suspension_Object) return Boolean;
   procedure Suspend_Until_True (S : in out Suspension_Object);

end Ada.Synchronous_Task_Control;
