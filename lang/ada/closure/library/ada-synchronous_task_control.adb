package body Ada.Synchronous_Task_Control is

   protected body Suspension_Object is

      procedure Set (To : Boolean) is
      begin
         Open := To;
      end Set;

      procedure Come (Through, Twice : out Boolean) is
      begin
         Twice := Waiting;
         Through := Open and not Waiting;
         if Through then
            Open := False;
         else
            Waiting := True;
         end if;
      end Come;

      entry Wait when Open is
      begin
         Open := False;
         Waiting := False;
      end Wait;

      function State return Boolean is (Open);

   end Suspension_Object;

   procedure Set_True (S : in out Suspension_Object) is
   begin
      S.Set (True);
   end Set_True;

   procedure Set_False (S : in out Suspension_Object) is
   begin
      S.Set (False);
   end Set_False;

   function Current_State (S : Suspension_Object) return Boolean is (S.State);

   procedure Suspend_Until_True (S : in out Suspension_Object) is
      Through, Twice : Boolean;
   begin
      S.Come (Through, Twice);
      if Twice then
         raise Program_Error;   --  RM D.10(10)
      elsif not Through then
         S.Wait;
      end if;
   end Suspend_Until_True;

end Ada.Synchronous_Task_Control;
