-- deadlock
with GNAT.Semaphores; use GNAT.Semaphores;
procedure Semaphore_Array is
   Forks : array (1 .. 2) of Counting_Semaphore (1, Default_Ceiling);
   task type Guest (First, Second : Positive);
   task body Guest is
   begin
      Forks (First).Seize;
      Forks (Second).Seize;
      Forks (Second).Release;
      Forks (First).Release;
   end Guest;
   A : Guest (1, 2);
   B : Guest ([[1, 2||2, 1]]);
begin
   null;
end Semaphore_Array;
