-- errors
procedure Heap_List is
   type Node;
   type Link is access Node;
   type Node is record
      Value : Integer range 0 .. 9;
      Next  : Link;
   end record;
   Head, Last : Link;
begin
   Head := new Node'(1, null);
   Head := new Node'(Value => 2, Next => Head);
   pragma Assert (Head.Value = 2 and Head.Next.Value = 1);
   pragma Assert (Head.Next.Next = null);
   Last := Head.Next;
   Last.Value := 7;  -- the same object
   pragma Assert (Head.Next.Value = [[7||1]]);
end Heap_List;
