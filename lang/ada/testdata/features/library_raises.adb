-- deadlock possible
with Ada.Text_IO;
procedure Library_Raises is
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
      F : Ada.Text_IO.File_Type;
   begin
      [[Ada.Text_IO.Put_Line ("x")||Ada.Text_IO.Open (F, Ada.Text_IO.In_File, "/nothing")]];
      Sink.Put;
   end Reader;
begin
   null;
end Library_Raises;
