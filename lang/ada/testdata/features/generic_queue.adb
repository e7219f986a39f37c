-- errors
procedure Generic_Queue is
   generic
      type Item is private;
      Size : Positive;
   package Queues is
      type Items is array (1 .. Size) of Item;
      protected Queue is
         entry Put (X : Item);
         entry Get (X : out Item);
      private
         Data : Items;
         Used : Natural range 0 .. Size := 0;
      end Queue;
   end Queues;
   package body Queues is
      protected body Queue is
         entry Put (X : Item) when Used < Size is
         begin
            Used := Used + 1;
            Data (Used) := X;
         end Put;
         entry Get (X : out Item) when Used > 0 is
         begin
            X := Data (Used);
            Used := Used - 1;
         end Get;
      end Queue;
   end Queues;
   subtype Small is Integer range 0 .. 3;
   package Q is new Queues (Small, [[1||2]]);
   task P;
   task body P is
   begin
      Q.Queue.Put (1);
      Q.Queue.Put (2);
   end P;
   N : Small;
begin
   Q.Queue.Get (N);
   pragma Assert (N = 1);  -- a queue of one
   Q.Queue.Get (N);
end Generic_Queue;
