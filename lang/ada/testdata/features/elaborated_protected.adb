-- errors
package Store is
   protected State is
      procedure Set (N : Natural);
      function Get return Natural;
   private
      Value : Natural := 1;
   end State;
   function Next return Natural;
end Store;
package body Store is
   protected body State is
      procedure Set (N : Natural) is
      begin
         Value := N;
      end Set;
      function Get return Natural is (Value);
   end State;
   function Next return Natural is
   begin
      State.Set (State.Get + 1);
      return State.Get;
   end Next;
end Store;
with Store;
procedure Elaborated_Protected is
   First  : constant Natural := Store.Next;
   Second : Natural := Store.Next;
begin
   pragma Assert (First = 2 and Second = [[3||2]]);
end Elaborated_Protected;
