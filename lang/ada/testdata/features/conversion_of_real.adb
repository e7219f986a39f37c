-- deadlock possible
procedure Conversion_Of_Real is
   X : Float := 1.0E20;
   N : Integer := 0;
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
      N := [[4||Integer (X)]];
      Sink.Put;
   end Reader;
begin
   null;
end Conversion_Of_Real;
