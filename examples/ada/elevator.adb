--  Elevators, their doors, and a controller that sends them.
--
--  What it shows: tasks that control other tasks. The controller takes whichever
--  elevator is free, by conditional entry calls to one after the other. A door's
--  rendezvous have bodies: the elevator goes on only when its door has moved.
--
--  The twin of twins/elevator.tfg. (In ../elevator.tfg the controller waits for
--  all elevators in one select; an entry call of Ada is to one task.)
--
--! expect no-deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Elevator is

   Elevators : constant := 2;
   Floors    : constant := 2;

   type Elevator_Id is mod Elevators;
   type Floor is range 0 .. Floors - 1;

   package Buttons is new Ada.Numerics.Discrete_Random (Floor);

   Last : Elevator_Id := Elevator_Id'Last;

   --  Numbers the elevators, and then their doors.
   function Next return Elevator_Id is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task Controller;

   task type Cabin_Task (E : Elevator_Id := Next) is
      entry Come (F : Floor);
   end Cabin_Task;

   task type Door_Task (E : Elevator_Id := Next) is
      entry Open;
      entry Close;
   end Door_Task;

   Cabin : array (Elevator_Id) of Cabin_Task;
   Door  : array (Elevator_Id) of Door_Task;

   task body Controller is
      Dice : Buttons.Generator;
      F    : Floor;
   begin
      loop
         F := Buttons.Random (Dice);        --  somebody presses a button
         Searching :
         loop
            for E in Elevator_Id loop
               select
                  Cabin (E).Come (F);
                  exit Searching;
               else
                  null;
               end select;
            end loop;
         end loop Searching;
      end loop;
   end Controller;

   task body Cabin_Task is
      At_Floor : Floor := 0;
      Goal     : Floor := 0;
   begin
      loop
         accept Come (F : Floor) do
            Goal := F;
         end Come;
         while At_Floor < Goal loop
            Put_Line ("moved(" & Elevator_Id'Image (E) & ")");
            --! event moved(E)
            At_Floor := At_Floor + 1;
         end loop;
         while At_Floor > Goal loop
            Put_Line ("moved(" & Elevator_Id'Image (E) & ")");
            --! event moved(E)
            At_Floor := At_Floor - 1;
         end loop;
         Door (E).Open;
         Door (E).Close;
      end loop;
   end Cabin_Task;

   task body Door_Task is
   begin
      loop
         accept Open do
            Put_Line ("opened(" & Elevator_Id'Image (E) & ")");
            --! event opened(E)
         end Open;
         accept Close do
            Put_Line ("closed(" & Elevator_Id'Image (E) & ")");
            --! event closed(E)
         end Close;
      end loop;
   end Door_Task;

begin
   null;
end Elevator;
