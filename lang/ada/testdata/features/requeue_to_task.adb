-- errors
procedure Requeue_To_Task is
   subtype Small is Integer range 0 .. 9;
   task Worker is
      entry Job (N : in out Small);
   end Worker;
   task Dispatcher is
      entry Ask (N : in out Small);
   end Dispatcher;
   task body Worker is
   begin
      accept Job (N : in out Small) do
         N := N + 1;
      end Job;
   end Worker;
   task body Dispatcher is
   begin
      accept Ask (N : in out Small) do
         N := N + 1;
         requeue Worker.Job;
      end Ask;
   end Dispatcher;
   V : Small := 1;
begin
   Dispatcher.Ask (V);
   pragma Assert (V = [[3||2]]);
end Requeue_To_Task;
