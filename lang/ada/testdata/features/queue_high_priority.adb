-- deadlock
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Bounded_Priority_Queues;
procedure Queue_High_Priority is
   package Queues is new Ada.Containers.Synchronized_Queue_Interfaces (Integer);
   function Get_Priority (X : Integer) return Integer is (X / 10);
   function Before (X, Y : Integer) return Boolean is (X > Y);
   package Bounded is new Ada.Containers.Bounded_Priority_Queues (Queues, Integer, Default_Capacity => 1);
   Q : Bounded.Queue (Capacity => 2, Ceiling => 10);
   X : Integer := 0;
   Got : Boolean;
begin
   Q.Enqueue (10);
   Q.Enqueue (25);
   Q.Dequeue_Only_High_Priority ([[2||3]], X, Got);
   pragma Assert (Got = (X = 25));
   Q.Enqueue (11);
   Q.Dequeue (X);
   pragma Assert (X = 10);
end Queue_High_Priority;
