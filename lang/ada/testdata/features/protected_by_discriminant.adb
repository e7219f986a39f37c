-- deadlock
procedure Protected_By_Discriminant is
   protected type Semaphore (Initial : Natural) is
      entry Wait;
   private
      Count : Natural := Initial;
   end Semaphore;
   protected body Semaphore is
      entry Wait when Count > 0 is
      begin
         Count := Count - 1;
      end Wait;
   end Semaphore;
   type Room (N : Natural) is record
      Places : Semaphore (N);
   end record;
   R : Room ([[2||1]]);
begin
   R.Places.Wait;
   R.Places.Wait;
end Protected_By_Discriminant;
