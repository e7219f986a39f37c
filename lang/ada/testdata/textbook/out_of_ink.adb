--  Printers that run out of ink: an exception in a rendezvous reaches both tasks.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Out_Of_Ink is
   Ink_Error : exception;

   task type Printer (Id : Natural) is
      entry Print (Line : in String);
   end Printer;

   task body Printer is
      Ink : Natural range 0 .. 2 := 2;
   begin
      loop
         begin
            select
               accept Print (Line : in String) do
                  if Ink = 0 then
                     raise Ink_Error;
                  end if;
                  Put_Line (Natural'Image (Id) & ": " & Line);
                  Ink := Ink - 1;
               end Print;
            or
               terminate;
            end select;
         exception
            when Ink_Error =>
               null;
         end;
      end loop;
   end Printer;

   Main_Printer : Printer (1);
   Reserve      : Printer (2);

   procedure Print (Line : in String) is
   begin
      Main_Printer.Print (Line);
   exception
      when Ink_Error =>
         Reserve.Print (Line);
   end Print;

   task Humpty;

   task body Humpty is
   begin
      Print ("Humpty Dumpty sat on a wall.");
      Print ("Humpty Dumpty had a great fall.");
   exception
      when Ink_Error =>
         Put_Line ("Humpty Dumpty out of ink!");
   end Humpty;
begin
   Print ("Old Mother Goose");
   Print ("When she wanted to wander,");
exception
   when Ink_Error =>
      Put_Line ("Mother Goose out of ink!");
end Out_Of_Ink;
