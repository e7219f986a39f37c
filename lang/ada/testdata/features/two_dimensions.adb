-- errors
procedure Two_Dimensions is
   type Grid is array (1 .. 2, 1 .. 2) of Integer range 0 .. 9;
   G : Grid := ((1, 2), (3, 4));
   task T;
   task body T is
   begin
      for I in G'Range (1) loop
         G (I, 1) := G (I, 2);
      end loop;
      pragma Assert (G (1, 1) = 2 and G (2, 1) = [[4||3]]);
   end T;
begin
   null;
end Two_Dimensions;
