-- deadlock
procedure Access_To_Own_Type is
   type Node;
   type Ref is access Node;
   task type Node is
      entry Init (Next : in Ref);
      entry Token;
   end Node;
   First, Second : Ref;
   task body Node is
      Successor : Ref;
   begin
      accept Init (Next : in Ref) do
         Successor := Next;
      end Init;
      accept Token;
      if Successor /= First then
         Successor.Token;
      end if;
   end Node;
begin
   First := new Node;
   Second := new Node;
   First.Init (Second);
   Second.Init (First);
   [[First.Token||null]];
end Access_To_Own_Type;
