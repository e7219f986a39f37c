--  Three-way handshake over a perfect channel.
--
--  What it shows: protected objects as channels of an enumeration type, one in
--  each direction. The client asks (Syn), the server answers (Syn_Ack), the
--  client confirms (Ack), and may send data at once.
--
--  The twin of ../twh_perfect.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Twh_Perfect is

   type Packet is (Syn, Syn_Ack, Ack, Data);

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

   task body Client is
      P : Packet;
   begin
      Up.Send (Syn);
      Down.Receive (P);
      pragma Assert (P = Syn_Ack);
      Put_Line ("client_open");
      --! event client_open
      Up.Send (Ack);
      Up.Send (Data);
      Put_Line ("sent");
      --! event sent
   end Client;

   task body Server is
      P : Packet;
   begin
      loop
         Up.Receive (P);
         case P is
            when Syn =>
               Down.Send (Syn_Ack);
            when Ack =>
               Put_Line ("server_open");
               --! event server_open
            when others =>
               Put_Line ("delivered");
               --! event delivered
               exit;
         end case;
      end loop;
   end Server;

begin
   null;
end Twh_Perfect;
