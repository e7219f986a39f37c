--  Gas station: the operator, the pumps and the customers who pay first.
--
--  What it shows: rendezvous with parameters, variables as indices of tasks,
--  and a deadlock that took people years to see. The operator keeps, for each
--  pump, a queue of who has paid. A customer who paid second may get to the pump
--  first: then the operator wants to give change to the customer who paid
--  first, who still waits for the pump, which waits for the operator.
--
--  The twin of ../gas_station.tfg.
--
--! expect deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Gas_Station is

   N : constant := 2;                       --  customers
   P : constant := 2;                       --  pumps

   type Customer_Id is mod N;
   type Pump_Id is mod P;

   package Random_Pumps is new Ada.Numerics.Discrete_Random (Pump_Id);

   Last_Customer : Customer_Id := Customer_Id'Last;
   Last_Pump     : Pump_Id := Pump_Id'Last;

   function Next return Customer_Id is
   begin
      Last_Customer := Last_Customer + 1;
      return Last_Customer;
   end Next;

   function Next return Pump_Id is
   begin
      Last_Pump := Last_Pump + 1;
      return Last_Pump;
   end Next;

   task Operator is
      entry Prepay (C : Customer_Id; P : Pump_Id);
      entry Charge (P : Pump_Id);
   end Operator;

   task type Pump_Task (P : Pump_Id := Next) is
      entry Activate;
      entry Start;
      entry Finish;
   end Pump_Task;

   task type Customer_Task (I : Customer_Id := Next) is
      entry Change;
   end Customer_Task;

   Pump     : array (Pump_Id) of Pump_Task;
   Customer : array (Customer_Id) of Customer_Task;

   task body Operator is
      Queue  : array (Pump_Id, 0 .. N - 1) of Customer_Id := (others => (others => 0));
      Length : array (Pump_Id) of Natural range 0 .. N := (others => 0);
      Who    : Customer_Id := 0;
      Where  : Pump_Id := 0;
   begin
      loop
         select
            accept Prepay (C : Customer_Id; P : Pump_Id) do
               Who := C;
               Where := P;
            end Prepay;
            Put_Line ("pre(" & Customer_Id'Image (Who) & "," & Pump_Id'Image (Where) & ")");
            --! event pre(Who, Where)
            Queue (Where, Length (Where)) := Who;
            Length (Where) := Length (Where) + 1;
            if Length (Where) = 1 then
               Pump (Where).Activate;
            end if;
         or
            accept Charge (P : Pump_Id) do
               Where := P;
            end Charge;
            Who := Queue (Where, 0);
            Put_Line ("chg(" & Customer_Id'Image (Who) & "," & Pump_Id'Image (Where) & ")");
            --! event chg(Who, Where)
            for K in 0 .. N - 2 loop        --  the others move up
               Queue (Where, K) := Queue (Where, K + 1);
            end loop;
            Length (Where) := Length (Where) - 1;
            Customer (Who).Change;
            if Length (Where) > 0 then
               Pump (Where).Activate;
            end if;
         end select;
      end loop;
   end Operator;

   task body Pump_Task is
   begin
      loop
         accept Activate;
         accept Start;
         accept Finish;
         Operator.Charge (P);
      end loop;
   end Pump_Task;

   task body Customer_Task is
      Dice : Random_Pumps.Generator;
      P    : Pump_Id;
   begin
      Random_Pumps.Reset (Dice, Integer (I));
      loop
         P := Random_Pumps.Random (Dice);
         Operator.Prepay (I, P);
         Pump (P).Start;
         Pump (P).Finish;
         accept Change;
      end loop;
   end Customer_Task;

begin
   null;
end Gas_Station;
