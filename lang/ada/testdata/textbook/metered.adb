--  Metered concurrency: a counting semaphore of a package of its own, five tasks.
--! expect no-deadlock
--! expect no-runtime-errors
with Semaphores;  use Semaphores;
with Ada.Text_IO; use Ada.Text_IO;

procedure Metered is
   S : Semaphore (2);
   Inside : Integer := 0;
   pragma Volatile (Inside);

   task type Worker (Id : Positive);

   task body Worker is
   begin
      S.Wait;
      Put_Line ("Worker" & Positive'Image (Id) & " is in");
      delay 0.01;
      S.Signal;
   end Worker;

   A : Worker (1);
   B : Worker (2);
   C : Worker (3);
begin
   null;
end Metered;
