--  A resource controller that grants several units at once, by requeue.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Resources is
   Max : constant := 3;
   subtype Amount is Integer range 1 .. Max;

   protected Controller is
      entry Allocate (N : Amount);
      procedure Free (N : Amount);
   private
      entry Retry (N : Amount);
      Left    : Integer range 0 .. Max := Max;
      Changed : Boolean := False;
      Waiting : Integer range 0 .. 10 := 0;
   end Controller;

   protected body Controller is

      entry Allocate (N : Amount) when Left > 0 is
      begin
         if N <= Left then
            Left := Left - N;
         else
            requeue Retry;
         end if;
      end Allocate;

      entry Retry (N : Amount) when Changed is
      begin
         Waiting := Waiting - 1;
         if Waiting = 0 then
            Changed := False;
         end if;
         if N <= Left then
            Left := Left - N;
         else
            requeue Retry with abort;
         end if;
      end Retry;

      procedure Free (N : Amount) is
      begin
         Left := Left + N;
         Waiting := Retry'Count;
         Changed := Waiting > 0;
      end Free;

   end Controller;

   task type Client (Units : Amount);

   task body Client is
   begin
      Controller.Allocate (Units);
      Put_Line ("got" & Integer'Image (Units));
      Controller.Free (Units);
   end Client;

   A : Client (2);
   B : Client (2);
   C : Client (1);
begin
   null;
end Resources;
