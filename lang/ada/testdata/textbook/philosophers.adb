--  Dining philosophers with access discriminants; the last one is left-handed.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
with Ada.Text_IO;               use Ada.Text_IO;

procedure Philosophers is
   type Philosopher is (Aristotle, Kant, Spinoza);

   protected type Fork is
      entry Grab;
      procedure Put_Down;
   private
      Seized : Boolean := False;
   end Fork;

   protected body Fork is
      entry Grab when not Seized is
      begin
         Seized := True;
      end Grab;

      procedure Put_Down is
      begin
         Seized := False;
      end Put_Down;
   end Fork;

   Life_Span : constant := 2;

   task type Person (Id : Philosopher; First, Second : not null access Fork);

   task body Person is
      Dice : Generator;
   begin
      Reset (Dice);
      for Life_Cycle in 1 .. Life_Span loop
         Put_Line (Philosopher'Image (Id) & " is thinking");
         delay Duration (Random (Dice) * 0.001);
         First.Grab;
         Second.Grab;
         Put_Line (Philosopher'Image (Id) & " is eating");
         delay Duration (Random (Dice) * 0.001);
         Second.Put_Down;
         First.Put_Down;
      end loop;
      Put_Line (Philosopher'Image (Id) & " is leaving");
   end Person;

   Forks : array (1 .. 3) of aliased Fork;

   Ph_1 : Person (Aristotle, Forks (1)'Access, Forks (2)'Access);
   Ph_2 : Person (Kant, Forks (2)'Access, Forks (3)'Access);
   Ph_3 : Person (Spinoza, Forks (1)'Access, Forks (3)'Access);
begin
   null;
end Philosophers;
