-- errors
procedure Tasking_Error_Array is
   function Next return Integer;
   task type Node (Id : Integer := Next) is
      entry Token;
   end Node;
   N : Integer range 0 .. 2 := 0;
   function Next return Integer is
   begin
      N := N + 1;
      return N;
   end Next;
   Ring : array (1 .. 2) of Node;
   task body Node is
   begin
      if Id = 1 then
         begin
            Ring (2).Token;
            Ring (2).Token;  -- it has ended
            pragma Assert (False);
         exception
            when [[Tasking_Error||Program_Error]] => null;
         end;
      else
         accept Token;
      end if;
   end Node;
begin
   null;
end Tasking_Error_Array;
