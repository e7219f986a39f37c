-- errors
with Ada.Task_Identification; use Ada.Task_Identification;
procedure Abort_Itself is
   task T is
      entry Call;
   end T;
   task body T is
   begin
      [[Abort_Task (Current_Task);||null;]]
      raise Program_Error;
   end T;
begin
   null;
end Abort_Itself;
