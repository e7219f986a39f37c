--  Suspension objects of Ada.Synchronous_Task_Control.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Synchronous_Task_Control; use Ada.Synchronous_Task_Control;
with Ada.Text_IO;

procedure Suspension is
   Ready : Suspension_Object;

   task Waiter;

   task body Waiter is
   begin
      Suspend_Until_True (Ready);
      Ada.Text_IO.Put_Line ("ready");
   end Waiter;
begin
   Set_True (Ready);
end Suspension;
