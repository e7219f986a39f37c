--  Chiron: artists register for events with one dispatcher.
--
--  What it shows: a server with a table that calls its clients back. An artist
--  must not wait for the dispatcher while the dispatcher waits for the artist:
--  it asks to be unregistered by a conditional entry call, and is ready to be
--  called in between (the delay of a selective accept).
--
--  The twin of twins/chiron.tfg. (In ../chiron.tfg a client offers to be called
--  while it calls; Ada has no such select.)
--
--! expect no-deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Chiron is

   Artists : constant := 2;
   Events  : constant := 2;                 --  kinds of events

   type Artist_Id is mod Artists;
   type Event_Id is mod Events;

   package Random_Events is new Ada.Numerics.Discrete_Random (Event_Id);

   Last : Artist_Id := Artist_Id'Last;

   function Next return Artist_Id is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task Dispatcher is
      entry Register (A : Artist_Id; E : Event_Id);
      entry Unregister (A : Artist_Id; E : Event_Id);
      entry Publish (E : Event_Id);
   end Dispatcher;

   task type Artist_Task (A : Artist_Id := Next) is
      entry Wakeup (E : Event_Id);
   end Artist_Task;

   --  The program whose data the artists draw.
   task Adt;

   Artist : array (Artist_Id) of Artist_Task;

   task body Dispatcher is
      Listens : array (Artist_Id, Event_Id) of Boolean := (others => (others => False));
      Current : Event_Id := 0;
   begin
      loop
         select
            accept Register (A : Artist_Id; E : Event_Id) do
               Listens (A, E) := True;
            end Register;
         or
            accept Unregister (A : Artist_Id; E : Event_Id) do
               Listens (A, E) := False;
            end Unregister;
         or
            accept Publish (E : Event_Id) do
               Current := E;
            end Publish;
            Put_Line ("received(" & Event_Id'Image (Current) & ")");
            --! event received(Current)
            for A in Artist_Id loop
               if Listens (A, Current) then
                  Put_Line ("notified(" & Artist_Id'Image (A) & "," & Event_Id'Image (Current) & ")");
                  --! event notified(A, Current)
                  Artist (A).Wakeup (Current);
               end if;
            end loop;
         end select;
      end loop;
   end Dispatcher;

   --  An artist listens to one kind of event at a time, any.
   task body Artist_Task is
      Dice  : Random_Events.Generator;
      Topic : Event_Id;
   begin
      Random_Events.Reset (Dice, Integer (A));
      loop
         Topic := Random_Events.Random (Dice);
         Dispatcher.Register (A, Topic);
         Put_Line ("reg(" & Artist_Id'Image (A) & "," & Event_Id'Image (Topic) & ")");
         --! event reg(A, Topic)
         Listening :
         loop
            select
               accept Wakeup (E : Event_Id);
            or
               delay 0.000_1;
               select
                  Dispatcher.Unregister (A, Topic);
                  Put_Line ("unr(" & Artist_Id'Image (A) & "," & Event_Id'Image (Topic) & ")");
                  --! event unr(A, Topic)
                  exit Listening;
               else
                  null;
               end select;
            end select;
         end loop Listening;
      end loop;
   end Artist_Task;

   task body Adt is
      Dice : Random_Events.Generator;
   begin
      loop
         delay 0.000_05;
         Dispatcher.Publish (Random_Events.Random (Dice));
      end loop;
   end Adt;

begin
   null;
end Chiron;
