with Ada.Unchecked_Conversion;
with Ada.Containers.Synchronized_Queue_Interfaces;
generic
   with package Queue_Interfaces is new Ada.Containers.Synchronized_Queue_Interfaces (<>);
   type Queue_Priority is private;
   with function Get_Priority (Element : Queue_Interfaces.Element_Type) return Queue_Priority is <>;
   with function Before (Left, Right : Queue_Priority) return Boolean is <>;
   Default_Ceiling : Integer := 97;
package Ada.Containers.Unbounded_Priority_Queues is

   type Elements is array (1 .. 10) of Queue_Interfaces.Element_Type;

   protected type Queue (Ceiling : Integer := Default_Ceiling) is new Queue_Interfaces.Queue with
      entry Enqueue (New_Item : Queue_Interfaces.Element_Type);
      entry Dequeue (Element : out Queue_Interfaces.Element_Type);
      procedure Dequeue_Only_High_Priority
        (At_Least : Queue_Priority; Element : in out Queue_Interfaces.Element_Type; Success : out Boolean);
      function Current_Use return Ada.Containers.Count_Type;
      function Peak_Use return Ada.Containers.Count_Type;
   private
      List         : Elements := (others => <>);
      Length, Peak : Natural := 0;
   end Queue;

end Ada.Containers.Unbounded_Priority_Queues;
