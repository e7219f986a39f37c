-- deadlock
procedure Function_Without_Return is
   N : Integer range 0 .. 3 := 0;
   function F (X : Integer) return Integer is
   begin
      if X > 0 then
         return 1;
      end if;
      [[return 2||null]];
   end F;
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
   begin
      N := F (N);
      Sink.Put;
   end Reader;
begin
   null;
end Function_Without_Return;
