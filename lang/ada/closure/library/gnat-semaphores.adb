package body GNAT.Semaphores is

   protected body Counting_Semaphore is
      entry Seize when Count > 0 is
      begin
         Count := Count - 1;
      end Seize;

      procedure Release is
      begin
         Count := Count + 1;
      end Release;
   end Counting_Semaphore;

   protected body Binary_Semaphore is
      entry Seize when Available is
      begin
         Available := False;
      end Seize;

      procedure Release is
      begin
         Available := True;
      end Release;
   end Binary_Semaphore;

end GNAT.Semaphores;
