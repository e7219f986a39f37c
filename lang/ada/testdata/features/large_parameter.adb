-- errors possible
procedure Large_Parameter is
   type List is array (1 .. [[16||17]]) of Boolean;
   L : List := (others => False);
   task T is
      entry Set (X : in out List);
   end T;
   task body T is
   begin
      accept Set (X : in out List) do
         X (X'Last) := [[not ||]]True;
      end Set;
   end T;
begin
   T.Set (L);
   pragma Assert (not L (L'Last));
end Large_Parameter;
