package Ada.Synchronous_Barriers is

   subtype Barrier_Limit is Integer range 1 .. 31;

   protected type Synchronous_Barrier (Release_Threshold : Barrier_Limit) is
      entry Wait (Notified : out Boolean);
   private
      Open : Boolean := False;
   end Synchronous_Barrier;

   procedure Wait_For_Release (The_Barrier : in out Synchronous_Barrier; Notified : out Boolean);

end Ada.Synchronous_Barriers;
