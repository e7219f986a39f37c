--  Ada: workers that share a protected counter, and tell a task about it.
--
--  FLAVERS takes Ada as it is. A call of an entry and an operation of a protected
--  object are events; a line "--! event" between statements is one, too.
--
--  Try:
--     flavers check ada.adb
--     flavers check ada.adb --set Workers=3
--     flavers explore ada.adb
--
--! expect no-deadlock

procedure Main_Program is

   Workers : constant := 2;

   type Id is range 1 .. Workers;

   protected Counter is
      procedure Increment;
      function Value return Natural;
   private
      Count : Natural := 0;
   end Counter;

   protected body Counter is
      procedure Increment is
      begin
         Count := Count + 1;             --  one step: nothing happens in between
      end Increment;

      function Value return Natural is (Count);
   end Counter;

   task Printer is
      entry Print (By : Id);
   end Printer;

   task body Printer is
   begin
      loop
         select
            accept Print (By : Id) do
               --! event printed(By)
               null;
            end Print;
         or
            terminate;                   --  when all workers have ended
         end select;
      end loop;
   end Printer;

   task type Worker (Me : Id);

   task body Worker is
   begin
      Counter.Increment;
      Printer.Print (Me);
      pragma Assert (Counter.Value >= 1);
   end Worker;

   First  : Worker (1);
   Second : Worker (2);

begin
   null;
end Main_Program;
