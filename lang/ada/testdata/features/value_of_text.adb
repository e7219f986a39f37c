-- deadlock possible
with Ada.Text_IO;
procedure Value_Of_Text is
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
      N : Integer;
   begin
      [[N := 4||N := Integer'Value ("x")]];
      Sink.Put;
   end Reader;
begin
   null;
end Value_Of_Text;
