-- deadlock possible
procedure Index_Of_Text is
   S : String := "abc";
   I : Integer := 7;
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
      [[for K in S'Range loop S (K) := 'x'; end loop||S (I) := 'x']];
      Sink.Put;
   end Reader;
begin
   null;
end Index_Of_Text;
