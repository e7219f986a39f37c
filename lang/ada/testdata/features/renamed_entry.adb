-- deadlock
procedure Renamed_Entry is
   task S is
      entry Put (N : Natural);
      entry Get (N : out Natural);
   end S;
   procedure Send (N : Natural) renames S.Put;
   procedure Fetch (N : out Natural) renames S.Get;
   task body S is
      V : Natural;
   begin
      for I in 1 .. 2 loop
         accept Put (N : Natural) do
            V := N;
         end Put;
         accept Get (N : out Natural) do
            N := V;
         end Get;
      end loop;
   end S;
   X : Natural;
begin
   Send (1);
   [[Fetch (X);||Send (2);]]
   Send (2);
   Fetch (X);
   pragma Assert (X = 2);
end Renamed_Entry;
