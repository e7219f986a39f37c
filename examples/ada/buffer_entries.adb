--  Bounded buffer with guarded entries.
--
--  What it shows: the classical Ada server. Put and Get are open as long as
--  there is room, or something to get; Get hands its item back by a call to the
--  consumer, whose accept has a body.
--
--  The twin of ../buffer_entries.tfg.
--
--! expect no-deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Buffer_Entries is

   K : constant := 2;                       --  places
   V : constant := 2;                       --  kinds of items

   subtype Item_Kind is Integer range 0 .. V - 1;
   type Place is mod K;

   package Random_Items is new Ada.Numerics.Discrete_Random (Item_Kind);

   task Buffer is
      entry Put (X : Item_Kind);
      entry Get;
   end Buffer;

   task Producer;

   task Consumer is
      entry Item (X : Item_Kind);
   end Consumer;

   task body Buffer is
      Items : array (Place) of Item_Kind := (others => 0);
      First : Place := 0;
      Free  : Place := 0;
      Count : Natural range 0 .. K := 0;
   begin
      loop
         select
            when Count < K =>
               accept Put (X : Item_Kind) do
                  Items (Free) := X;
               end Put;
               Free := Free + 1;
               Count := Count + 1;
         or
            when Count > 0 =>
               accept Get;
               Consumer.Item (Items (First));
               First := First + 1;
               Count := Count - 1;
         end select;
      end loop;
   end Buffer;

   task body Producer is
      Dice : Random_Items.Generator;
      X    : Item_Kind;
   begin
      loop
         X := Random_Items.Random (Dice);
         Put_Line ("make(" & Item_Kind'Image (X) & ")");
         --! event make(X)
         Buffer.Put (X);
      end loop;
   end Producer;

   task body Consumer is
   begin
      loop
         Buffer.Get;
         accept Item (X : Item_Kind) do
            Put_Line ("use(" & Item_Kind'Image (X) & ")");
            --! event use(X)
         end Item;
      end loop;
   end Consumer;

begin
   null;
end Buffer_Entries;
