--  The sleeping barber, with semaphores.
--
--  What it shows: protected objects as semaphores, and semaphores as signals.
--  The barber sleeps until a customer sits down; a customer who finds no free
--  chair leaves.
--
--  The twin of ../sleeping_barber.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Sleeping_Barber is

   N      : constant := 2;                  --  customers
   Chairs : constant := 1;

   subtype Customer_Id is Integer range 0 .. N - 1;

   Count : Natural := 0;

   function Next return Customer_Id is
   begin
      Count := Count + 1;
      return Count - 1;
   end Next;

   protected type Semaphore (Initial : Natural) is
      entry Acquire;
      procedure Release;
   private
      Units : Natural range 0 .. N := Initial;
   end Semaphore;

   Shop    : Semaphore (1);                 --  guards Seated
   Waiting : Semaphore (0);                 --  customers who sit and wait
   Ready   : Semaphore (0);                 --  the barber calls one of them

   Seated : Natural range 0 .. Chairs := 0;

   task Barber;

   task type Customer_Task (I : Customer_Id := Next);

   Customer : array (Customer_Id) of Customer_Task;

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

   task body Barber is
   begin
      loop
         Waiting.Acquire;
         Shop.Acquire;
         Seated := Seated - 1;
         Shop.Release;
         Put_Line ("calls");
         --! event calls
         Ready.Release;
         Put_Line ("cuts");
         --! event cuts
      end loop;
   end Barber;

   task body Customer_Task is
   begin
      loop
         Shop.Acquire;
         if Seated < Chairs then
            Seated := Seated + 1;
            Put_Line ("sits(" & Customer_Id'Image (I) & ")");
            --! event sits(I)
            Waiting.Release;
            Shop.Release;
            Ready.Acquire;
            Put_Line ("is_cut(" & Customer_Id'Image (I) & ")");
            --! event is_cut(I)
         else
            Shop.Release;
            Put_Line ("leaves(" & Customer_Id'Image (I) & ")");
            --! event leaves(I)
         end if;
      end loop;
   end Customer_Task;

begin
   null;
end Sleeping_Barber;
