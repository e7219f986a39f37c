--  Readers and writers with a monitor.
--
--  What it shows: a protected object. Its barriers say what a condition wait in
--  a loop says in other languages. The object is held only while the counters
--  are looked at, not during reading or writing.
--
--  The twin of ../rw_monitor.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Rw_Monitor is

   Readers : constant := 2;
   Writers : constant := 1;

   subtype Reader_Id is Natural range 0 .. Readers - 1;
   subtype Writer_Id is Natural range 0 .. Writers - 1;

   Reader_Count, Writer_Count : Natural := 0;

   function Next_Reader return Reader_Id is
   begin
      Reader_Count := Reader_Count + 1;
      return Reader_Count - 1;
   end Next_Reader;

   function Next_Writer return Writer_Id is
   begin
      Writer_Count := Writer_Count + 1;
      return Writer_Count - 1;
   end Next_Writer;

   protected Monitor is
      entry Start_Read;
      procedure Stop_Read;
      entry Start_Write;
      procedure Stop_Write;
   private
      Reading : Natural range 0 .. Readers := 0;
      Writing : Boolean := False;
   end Monitor;

   task type Reader_Task (I : Reader_Id := Next_Reader);
   task type Writer_Task (I : Writer_Id := Next_Writer);

   Reader : array (Reader_Id) of Reader_Task;
   Writer : array (Writer_Id) of Writer_Task;

   protected body Monitor is

      entry Start_Read when not Writing is
      begin
         Reading := Reading + 1;
      end Start_Read;

      procedure Stop_Read is
      begin
         Reading := Reading - 1;
      end Stop_Read;

      entry Start_Write when not Writing and Reading = 0 is
      begin
         Writing := True;
      end Start_Write;

      procedure Stop_Write is
      begin
         Writing := False;
      end Stop_Write;

   end Monitor;

   task body Reader_Task is
   begin
      loop
         Monitor.Start_Read;
         Put_Line ("reading(" & Natural'Image (I) & ")");
         --! event reading(I)
         Put_Line ("read(" & Natural'Image (I) & ")");
         --! event read(I)
         Monitor.Stop_Read;
      end loop;
   end Reader_Task;

   task body Writer_Task is
   begin
      loop
         Monitor.Start_Write;
         Put_Line ("writing(" & Natural'Image (I) & ")");
         --! event writing(I)
         Put_Line ("written(" & Natural'Image (I) & ")");
         --! event written(I)
         Monitor.Stop_Write;
      end loop;
   end Writer_Task;

begin
   null;
end Rw_Monitor;
