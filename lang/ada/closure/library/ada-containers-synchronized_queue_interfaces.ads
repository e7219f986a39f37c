generic
   type Element_Type is private;
package Ada.Containers.Synchronized_Queue_Interfaces is

   type Queue is synchronized interface;

   procedure Enqueue (Container : in out Queue; New_Item : Element_Type) is abstract;
   procedure Dequeue (Container : in out Queue; Element : out Element_Type) is abstract;
   function Current_Use (Container : Queue) return Ada.Containers.Count_Type is abstract;
   function Peak_Use (Container : Queue) return Ada.Containers.Count_Type is abstract;

end Ada.Containers.Synchronized_Queue_Interfaces;
