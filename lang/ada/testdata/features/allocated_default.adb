-- deadlock
procedure Allocated_Default is
   protected type Store (Size : Positive := 2) is
      entry Put;
      function Room return Natural;
   private
      Used : Natural := 0;
   end Store;
   protected body Store is
      entry Put when Used < Size is
      begin
         Used := Used + 1;
      end Put;
      function Room return Natural is (Size - Used);
   end Store;
   type Ref is access Store;
   Large : Store (3);
   A : constant Ref := new Store;
   B : constant Ref := new Store;
begin
   A.Put;
   A.Put;
   B.Put;
   Large.Put;
   pragma Assert (Large.Room = 2 and then B.Room = 1);
   [[B||A]].Put;
end Allocated_Default;
