-- deadlock
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Bounded_Synchronized_Queues;
procedure Queue_Bounded is
   type Item is record
      From, Number : Integer range 0 .. 9;
   end record;
   package Queues is new Ada.Containers.Synchronized_Queue_Interfaces (Item);
   package Bounded is new Ada.Containers.Bounded_Synchronized_Queues (Queues, Default_Capacity => [[2||1]]);
   Left, Right : Bounded.Queue;
   task T;
   task body T is
      X : Item;
   begin
      Left.Enqueue ((1, 1));
      Left.Enqueue ((1, 2));
      Right.Dequeue (X);
      Right.Dequeue (X);
      pragma Assert (X = (2, 4));
   end T;
   X : Item;
begin
   Right.Enqueue ((2, 3));
   Right.Enqueue ((2, 4));
   Left.Dequeue (X);
   Left.Dequeue (X);
   pragma Assert (X.From = 1 and then X.Number = 2);
end Queue_Bounded;
