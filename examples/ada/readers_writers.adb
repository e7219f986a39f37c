--  Readers and writers, with a controller that counts.
--
--  What it shows: a server whose guarded entries are the whole protocol. Any
--  number of readers, or one writer; a writer can wait for ever.
--
--  The twin of ../readers_writers.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Readers_Writers is

   N : constant := 2;                       --  readers, and writers

   type Index is mod N;

   Last : Index := Index'Last;

   --  Numbers the readers, and then the writers.
   function Next return Index is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task Control is
      entry Start_Read;
      entry Stop_Read;
      entry Start_Write;
      entry Stop_Write;
   end Control;

   task type Reader_Task (I : Index := Next);
   task type Writer_Task (I : Index := Next);

   Reader : array (Index) of Reader_Task;
   Writer : array (Index) of Writer_Task;

   task body Control is
      Readers : Natural range 0 .. N := 0;
      Writing : Boolean := False;
   begin
      loop
         select
            when not Writing =>
               accept Start_Read;
               Readers := Readers + 1;
         or
            accept Stop_Read;
            Readers := Readers - 1;
         or
            when Readers = 0 and not Writing =>
               accept Start_Write;
               Writing := True;
         or
            accept Stop_Write;
            Writing := False;
         end select;
      end loop;
   end Control;

   task body Reader_Task is
   begin
      loop
         Control.Start_Read;
         Put_Line ("read(" & Index'Image (I) & ")");
         --! event read(I)
         Control.Stop_Read;
      end loop;
   end Reader_Task;

   task body Writer_Task is
   begin
      loop
         Control.Start_Write;
         Put_Line ("write(" & Index'Image (I) & ")");
         --! event write(I)
         Control.Stop_Write;
      end loop;
   end Writer_Task;

begin
   null;
end Readers_Writers;
