-- errors
with Ada.Text_IO; use Ada.Text_IO;
procedure Name_Of_Entry is
   task Printer is
      entry Put_Line (X, Y : Integer);
   end Printer;
   task body Printer is
   begin
      accept Put_Line (X, Y : Integer) do
         Put_Line ("sum" & Integer'Image (X + Y));
      end Put_Line;
   end Printer;
begin
   Printer.Put_Line (1, 2);
   [[null;||delay 0.01; Name_Of_Entry.Printer.Put_Line (3, 4);]]
end Name_Of_Entry;
