-- errors
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Unbounded_Priority_Queues;
procedure Queue_Priority is
   type Job is record
      Urgency : Integer range 0 .. 3;
      Id      : Integer range 0 .. 9;
   end record;
   package Queues is new Ada.Containers.Synchronized_Queue_Interfaces (Job);
   function Urgency_Of (J : Job) return Integer is (J.Urgency);
   package Unbounded is new Ada.Containers.Unbounded_Priority_Queues (Queues, Integer, Urgency_Of, "[[>||<]]");
   Q : Unbounded.Queue;
   A, B, C : Job;
begin
   Q.Enqueue ((1, 1));
   Q.Enqueue ((2, 2));
   Q.Enqueue ((1, 3));
   Q.Dequeue (A);
   Q.Dequeue (B);
   Q.Dequeue (C);
   pragma Assert (A.Id = 2 and then B.Id = 1 and then C.Id = 3);
end Queue_Priority;
