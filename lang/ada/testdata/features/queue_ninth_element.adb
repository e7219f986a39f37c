-- errors possible
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Unbounded_Synchronized_Queues;
procedure Queue_Ninth_Element is
   package Queues is new Ada.Containers.Synchronized_Queue_Interfaces (Integer);
   package Unbounded is new Ada.Containers.Unbounded_Synchronized_Queues (Queues);
   Q : Unbounded.Queue;
   X : Integer;
begin
   for I in 1 .. [[8||9]] loop
      Q.Enqueue (I);
   end loop;
   for I in 1 .. [[8||9]] loop
      Q.Dequeue (X);
      pragma Assert (X = I);
   end loop;
end Queue_Ninth_Element;
