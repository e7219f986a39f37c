-- errors
procedure Tasking_Error_Family is
   task type Node (Id : Integer) is
      entry Token;
   end Node;
   type Ref is access all Node;
   procedure Send;
   A : Node (1);
   B : Node (2);
   procedure Send is
   begin
      B.Token;
   end Send;
   task body Node is
   begin
      if Id = 1 then
         begin
            Send;
            [[Send||null]];  -- B has ended after one
            pragma Assert (Id = 2);
         exception
            when Tasking_Error => null;
         end;
      else
         accept Token;
      end if;
   end Node;
begin
   null;
end Tasking_Error_Family;
