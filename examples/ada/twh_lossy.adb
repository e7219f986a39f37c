--  Three-way handshake over a lossy channel.
--
--  What it shows: a channel that loses packets, by chance, and time-outs: entry
--  calls of protected objects that are taken back. Each side tries Tries times,
--  and gives up then. Half-open connections are possible: what is lost is not
--  known to be lost.
--
--  The twin of ../twh_lossy.tfg.
--
--! expect no-deadlock

with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;

procedure Twh_Lossy is

   Tries : constant := 2;                   --  transmissions of each side

   type Packet is (Syn, Syn_Ack, Ack);

   package Chance is new Ada.Numerics.Discrete_Random (Boolean);

   protected type Channel is
      entry Send (P : Packet);
      entry Receive (P : out Packet);
   private
      Held : Packet := Syn;
      Full : Boolean := False;
   end Channel;

   Up   : Channel;                          --  client to server
   Down : Channel;                          --  server to client

   task Client;
   task Server;

   protected body Channel is

      entry Send (P : Packet) when not Full is
      begin
         Held := P;
         Full := True;
      end Send;

      entry Receive (P : out Packet) when Full is
      begin
         P := Held;
         Full := False;
      end Receive;

   end Channel;

   --  A packet is lost in the channel, or because the buffer is full.
   procedure Transmit (C : in out Channel; P : Packet; Dice : Chance.Generator) is
   begin
      if Chance.Random (Dice) then
         select
            C.Send (P);
         else
            Put_Line ("lost");
            --! event lost
         end select;
      else
         Put_Line ("lost");
         --! event lost
      end if;
   end Transmit;

   task body Client is
      Dice : Chance.Generator;
      P    : Packet;
      Open : Boolean := False;
   begin
      Chance.Reset (Dice);
      for Try in 1 .. Tries loop
         Transmit (Up, Syn, Dice);
         select
            Down.Receive (P);
            Put_Line ("client_open");
            --! event client_open
            Transmit (Up, Ack, Dice);
            Open := True;
         or
            delay 0.001;
         end select;
         exit when Open;
      end loop;
      if not Open then
         Put_Line ("client_gives_up");
         --! event client_gives_up
      end if;
   end Client;

   task body Server is
      Dice : Chance.Generator;
      P    : Packet;
      Open : Boolean := False;
   begin
      Chance.Reset (Dice);
      for Try in 1 .. Tries + 1 loop
         select
            Up.Receive (P);
            if P = Ack then
               Put_Line ("server_open");
               --! event server_open
               Open := True;
            else
               Put_Line ("answered");
               --! event answered
               Transmit (Down, Syn_Ack, Dice);
            end if;
         or
            delay 0.001;
         end select;
         exit when Open;
      end loop;
      if not Open then
         Put_Line ("server_gives_up");
         --! event server_gives_up
      end if;
   end Server;

begin
   null;
end Twh_Lossy;
