--  Memory management with a critical section and a shutdown.
--
--  What it shows: select with terminate (the servers end when nobody is left to
--  serve), and a program that ends: properties are judged at its end too. Users
--  allocate one block each, Rounds times, inside a critical section; a
--  supervisor shuts the memory down, inside the same critical section.
--
--  The twin of ../mmgt.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Mmgt is

   N      : constant := 2;                  --  users
   Rounds : constant := 1;                  --  of each
   Blocks : constant := 1;                  --  of memory

   type User_Id is mod N;

   Last : User_Id := User_Id'Last;

   function Next return User_Id is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   Closed : Boolean := False;               --  used in the critical section only

   task Critical is
      entry Enter;
      entry Leave;
   end Critical;

   task Memory is
      entry Get;
      entry Put;
   end Memory;

   task type User_Task (I : User_Id := Next);

   task Supervisor;

   User : array (User_Id) of User_Task;

   task body Critical is
   begin
      loop
         select
            accept Enter;
            accept Leave;
         or
            terminate;
         end select;
      end loop;
   end Critical;

   task body Memory is
      Free : Natural range 0 .. Blocks := Blocks;
   begin
      loop
         select
            when Free > 0 =>
               accept Get;
               Free := Free - 1;
         or
            when Free < Blocks =>
               accept Put;
               Free := Free + 1;
         or
            terminate;
         end select;
      end loop;
   end Memory;

   task body User_Task is
   begin
      for Round in 1 .. Rounds loop
         Critical.Enter;
         if Closed then
            Critical.Leave;
            exit;
         end if;
         Put_Line ("al");
         --! event al
         Memory.Get;
         Put_Line ("na");
         --! event na
         Critical.Leave;
         Put_Line ("use(" & User_Id'Image (I) & ")");
         --! event use(I)
         Memory.Put;
      end loop;
   end User_Task;

   task body Supervisor is
   begin
      Critical.Enter;
      Put_Line ("whoa");
      --! event whoa
      Closed := True;
      Critical.Leave;
   end Supervisor;

begin
   null;
end Mmgt;
