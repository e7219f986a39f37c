-- errors
procedure Heap_Queue is
   type Node;
   type Link is access Node;
   type Node is record
      Value : Integer range 0 .. 9 := 0;
      Next  : Link;
   end record;
   protected Queue is
      procedure Put (V : Integer);
      entry Get (V : out Integer);
   private
      First, Last : Link;
   end Queue;
   protected body Queue is
      procedure Put (V : Integer) is
         N : Link := new Node;
      begin
         N.Value := V;
         if First = null then
            First := N;
         else
            Last.Next := N;
         end if;
         Last := N;
      end Put;
      entry Get (V : out Integer) when First /= null is
      begin
         V := First.Value;
         First := First.Next;
      end Get;
   end Queue;
   task Producer;
   task body Producer is
   begin
      Queue.Put (1);
      Queue.Put (2);
   end Producer;
   N : Integer range 0 .. 9;
begin
   Queue.Get (N);
   pragma Assert (N = 1);
   Queue.Get (N);
   pragma Assert (N = [[2||1]]);
end Heap_Queue;
