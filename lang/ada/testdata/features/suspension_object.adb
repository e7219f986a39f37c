-- deadlock
with Ada.Synchronous_Task_Control; use Ada.Synchronous_Task_Control;
procedure Suspend is
   Go : array (1 .. 2) of Suspension_Object;
   task T;
   task body T is
   begin
      Suspend_Until_True (Go (1));
      Set_True (Go (2));
   end T;
begin
   Set_True (Go ([[1||2]]));
   Suspend_Until_True (Go (2));
end Suspend;
