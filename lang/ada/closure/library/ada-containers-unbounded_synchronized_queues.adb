package body Ada.Containers.Unbounded_Synchronized_Queues is

   --  The first eight elements are followed. Another one has any value when it becomes one of these.
   function Any is new Ada.Unchecked_Conversion (Integer, Queue_Interfaces.Element_Type);

   protected body Queue is

      entry Enqueue (New_Item : Queue_Interfaces.Element_Type) when True is
      begin
         if Length < 8 then
            List (Length + 1) := New_Item;
         end if;
         Length := Length + 1;
         Peak := Natural'Max (Peak, Length);
      end Enqueue;

      --  A place behind the last element always has the value of the beginning, so that equal queues are one state.
      entry Dequeue (Element : out Queue_Interfaces.Element_Type) when Length > 0 is
      begin
         Element := List (1);
         for I in 1 .. 8 loop
            List (I) := List (I + 1);
            exit when I = Length;
         end loop;
         if Length > 8 then
            List (8) := Any (0);
         end if;
         Length := Length - 1;
      end Dequeue;

      function Current_Use return Ada.Containers.Count_Type is (Length);
      function Peak_Use return Ada.Containers.Count_Type is (Peak);

   end Queue;

end Ada.Containers.Unbounded_Synchronized_Queues;
