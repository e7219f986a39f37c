--  Producer and consumer with semaphores.
--
--  What it shows: a protected type as a counting semaphore, in a generic
--  package of its own in larger programs. One counts the free places, one the
--  items, and a third, with one unit, guards the buffer.
--
--  The twin of ../producer_consumer.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Producer_Consumer is

   K : constant := 2;                       --  places

   protected type Semaphore (Initial : Natural) is
      entry Acquire;
      procedure Release;
   private
      Units : Natural range 0 .. K := Initial;
   end Semaphore;

   Slots : Semaphore (K);
   Items : Semaphore (0);
   Mutex : Semaphore (1);

   Count : Natural range 0 .. K := 0;

   task Producer;
   task Consumer;

   protected body Semaphore is

      entry Acquire when Units > 0 is
      begin
         Units := Units - 1;
      end Acquire;

      procedure Release is
      begin
         Units := Units + 1;
      end Release;

   end Semaphore;

   task body Producer is
   begin
      loop
         Put_Line ("make");
         --! event make
         Slots.Acquire;
         Mutex.Acquire;
         Count := Count + 1;
         Put_Line ("put");
         --! event put
         Mutex.Release;
         Items.Release;
      end loop;
   end Producer;

   task body Consumer is
   begin
      loop
         Items.Acquire;
         Mutex.Acquire;
         Count := Count - 1;
         Put_Line ("get");
         --! event get
         Mutex.Release;
         Slots.Release;
         Put_Line ("use");
         --! event use
      end loop;
   end Consumer;

begin
   null;
end Producer_Consumer;
