-- errors
package Worker is
   Done : Natural := 0;
   task T;
end Worker;
package body Worker is
   task body T is
   begin
      Done := 1;
   end T;
end Worker;
with Worker;
procedure Elaborated_Beside_Task is
   Seen : constant Natural := Worker.Done;
begin
   pragma Assert (Seen [[< 2||= 0]]);
end Elaborated_Beside_Task;
