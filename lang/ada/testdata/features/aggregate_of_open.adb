-- errors possible
procedure Aggregate_Of_Open is
   type List is array (Positive range <>) of Boolean;
   L : List (1 .. 2) := (others => False);
   task T is
      entry Set (X : [[in||in out]] List);
   end T;
   task body T is
   begin
      accept Set (X : [[in||in out]] List) do
         [[null||X := (X'Range => True)]];
      end Set;
   end T;
begin
   T.Set (L);
   pragma Assert (not L (1));
end Aggregate_Of_Open;
