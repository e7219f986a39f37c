--  The bounded buffer as a generic package around a protected type.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO;

procedure Bounded_Buffer is

   generic
      type Item is private;
      Size : Positive;
   package Buffers is
      subtype Index is Natural range 0 .. Size - 1;
      type Store is array (Index) of Item;

      protected type Buffer is
         entry Put (X : in Item);
         entry Get (X : out Item);
      private
         Items   : Store;
         In_Pos  : Index := 0;
         Out_Pos : Index := 0;
         Count   : Natural range 0 .. Size := 0;
      end Buffer;
   end Buffers;

   package body Buffers is
      protected body Buffer is
         entry Put (X : in Item) when Count < Size is
         begin
            Items (In_Pos) := X;
            In_Pos := (In_Pos + 1) mod Size;
            Count := Count + 1;
         end Put;

         entry Get (X : out Item) when Count > 0 is
         begin
            X := Items (Out_Pos);
            Out_Pos := (Out_Pos + 1) mod Size;
            Count := Count - 1;
         end Get;
      end Buffer;
   end Buffers;

   type Letter is ('a', 'b', 'c');

   package Letter_Buffers is new Buffers (Item => Letter, Size => 2);

   Shared : Letter_Buffers.Buffer;

   task Producer;
   task Consumer;

   task body Producer is
   begin
      for L in Letter loop
         Shared.Put (L);
      end loop;
   end Producer;

   task body Consumer is
      L : Letter;
   begin
      for Expected in Letter loop
         Shared.Get (L);
         pragma Assert (L = Expected);
         Ada.Text_IO.Put_Line (Letter'Image (L));
      end loop;
   end Consumer;

begin
   null;
end Bounded_Buffer;
