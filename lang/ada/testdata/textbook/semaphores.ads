package Semaphores is

   protected type Semaphore (Initial : Natural := 1) is
      entry Wait;
      procedure Signal;
      function Value return Natural;
   private
      Count : Natural := Initial;
   end Semaphore;

end Semaphores;
