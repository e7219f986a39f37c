-- errors
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Unbounded_Synchronized_Queues;
procedure Queue_Order is
   package Queues is new Synchronized_Queue_Interfaces (Integer);
   package Unbounded is new Unbounded_Synchronized_Queues (Queues);
   Q : Unbounded.Queue;
   A, B, C : Integer;
begin
   Q.Enqueue (5);
   Q.Enqueue (6);
   Q.Dequeue (A);
   Q.Enqueue (7);
   Q.Dequeue (B);
   Q.Dequeue (C);
   pragma Assert (A = 5 and then B = [[6||7]] and then C = 7);
   pragma Assert (Q.Current_Use = 0 and then Q.Peak_Use = Count_Type (C - B + 1));
end Queue_Order;
