--  Token ring: users get the critical section from the server at their place.
--
--  What it shows: a ring of servers that hand a token on. A server that has the
--  token serves its user if the user is waiting (the else of a select), and
--  passes the token to the next server.
--
--  The twin of ../token_ring.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Token_Ring is

   N : constant := 3;                       --  users, and servers

   type Place is mod N;

   Last : Place := Place'Last;

   --  Numbers the users, and then the servers.
   function Next return Place is
   begin
      Last := Last + 1;
      return Last;
   end Next;

   task type User_Task (I : Place := Next);

   task type Server_Task (I : Place := Next) is
      entry Token;
      entry Request;
      entry Release;
   end Server_Task;

   User   : array (Place) of User_Task;
   Server : array (Place) of Server_Task;

   task body User_Task is
   begin
      loop
         Put_Line ("think(" & Place'Image (I) & ")");
         --! event think(I)
         Server (I).Request;
         Put_Line ("enter(" & Place'Image (I) & ")");
         --! event enter(I)
         Put_Line ("leave(" & Place'Image (I) & ")");
         --! event leave(I)
         Server (I).Release;
      end loop;
   end User_Task;

   task body Server_Task is
   begin
      if I = 0 then                         --  server 0 has the token first
         Server (I + 1).Token;
      end if;
      loop
         accept Token;
         select
            accept Request;
            accept Release;
         else
            null;
         end select;
         Server (I + 1).Token;
      end loop;
   end Server_Task;

begin
   null;
end Token_Ring;
