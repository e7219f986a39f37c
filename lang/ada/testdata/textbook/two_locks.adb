--  Two tasks that take two semaphores in two orders.
--! expect deadlock
--! expect no-runtime-errors
with Semaphores; use Semaphores;

procedure Two_Locks is
   A, B : Semaphore;

   task Left;
   task Right;

   task body Left is
   begin
      A.Wait;
      B.Wait;
      B.Signal;
      A.Signal;
   end Left;

   task body Right is
   begin
      B.Wait;
      A.Wait;
      A.Signal;
      B.Signal;
   end Right;
begin
   null;
end Two_Locks;
