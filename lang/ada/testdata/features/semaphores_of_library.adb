-- deadlock
with GNAT.Semaphores; use GNAT.Semaphores;
procedure Semaphores_Of_Library is
   A : Counting_Semaphore (1, Default_Ceiling);
   B : Binary_Semaphore (True, Default_Ceiling);
   task T;
   task body T is
   begin
      A.Seize;
      B.Seize;
      B.Release;
      A.Release;
   end T;
begin
   [[A||B]].Seize;
   [[B||A]].Seize;
   A.Release;
   B.Release;
end Semaphores_Of_Library;
