-- deadlock possible
procedure Real_Range is
   type Part is digits 6 range 0.0 .. 1.0;
   X : Part := 0.75;
   Y : Part := 0.5;
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
      [[X := Y||X := X + Y]];
      Sink.Put;
   end Reader;
begin
   null;
end Real_Range;
