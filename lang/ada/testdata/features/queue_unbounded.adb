-- deadlock
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Containers.Unbounded_Synchronized_Queues;
procedure Queue_Unbounded is
   type Order is (Tea, Cake, Bill);
   package Order_Queues is new Ada.Containers.Synchronized_Queue_Interfaces (Element_Type => Order);
   package Unbounded is new Ada.Containers.Unbounded_Synchronized_Queues (Queue_Interfaces => Order_Queues);
   Q : Unbounded.Queue;
   task Cook;
   task body Cook is
      X : Order;
   begin
      loop
         Q.Dequeue (X);
         exit when X = Bill;
      end loop;
   end Cook;
begin
   Q.Enqueue (Tea);
   Q.Enqueue (Cake);
   Q.Enqueue ([[Bill||Cake]]);
end Queue_Unbounded;
