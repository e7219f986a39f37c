package body Ada.Containers.Bounded_Priority_Queues is

   --  The first eight elements are followed. Another one has any value when it becomes one of these.
   function Any is new Ada.Unchecked_Conversion (Integer, Queue_Interfaces.Element_Type);

   protected body Queue is

      --  An element comes behind those that have its priority: RM A.18.30(12).
      entry Enqueue (New_Item : Queue_Interfaces.Element_Type) when Length < Capacity is
         Place : Positive := Length + 1;
      begin
         for I in reverse 1 .. 8 loop
            if I <= Length then
               exit when not Before (Get_Priority (New_Item), Get_Priority (List (I)));
               List (I + 1) := List (I);
               Place := I;
            end if;
         end loop;
         if Place <= 8 then
            List (Place) := New_Item;
         end if;
         if Length >= 8 then
            List (9) := List (10);
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

      procedure Dequeue_Only_High_Priority
        (At_Least : Queue_Priority; Element : in out Queue_Interfaces.Element_Type; Success : out Boolean) is
      begin
         Success := Length > 0 and then not Before (At_Least, Get_Priority (List (1)));
         if Success then
            Element := List (1);
            for I in 1 .. 8 loop
               List (I) := List (I + 1);
               exit when I = Length;
            end loop;
            if Length > 8 then
               List (8) := Any (0);
            end if;
            Length := Length - 1;
         end if;
      end Dequeue_Only_High_Priority;

      function Current_Use return Ada.Containers.Count_Type is (Length);
      function Peak_Use return Ada.Containers.Count_Type is (Peak);

   end Queue;

end Ada.Containers.Bounded_Priority_Queues;
