--  A pool of workers that are allocated, and a queue of jobs.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Pool is
   subtype Job is Integer range 0 .. 3;      --  0: no more

   protected Jobs is
      entry Put (J : in Job);
      entry Take (J : out Job);
   private
      Held : Job := 0;
      Full : Boolean := False;
   end Jobs;

   protected body Jobs is
      entry Put (J : in Job) when not Full is
      begin
         Held := J;
         Full := True;
      end Put;

      entry Take (J : out Job) when Full is
      begin
         J := Held;
         Full := False;
      end Take;
   end Jobs;

   task type Worker;
   type Worker_Access is access Worker;

   task body Worker is
      J : Job;
   begin
      loop
         Jobs.Take (J);
         exit when J = 0;
         Put_Line ("job" & Job'Image (J));
      end loop;
   end Worker;

   Workers : array (1 .. 2) of Worker_Access;
begin
   for I in Workers'Range loop
      Workers (I) := new Worker;
   end loop;
   for J in 1 .. Job'Last loop
      Jobs.Put (J);
   end loop;
   for W of Workers loop
      Jobs.Put (0);
   end loop;
end Pool;
