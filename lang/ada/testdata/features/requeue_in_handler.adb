-- deadlock
procedure Requeue_In_Handler is
   Bad : exception;
   task T is
      entry E;
   end T;
   protected P is
      entry F;
   private
      Open : Boolean := [[True||False]];
   end P;
   protected body P is
      entry F when Open is begin null; end F;
   end P;
   task body T is
   begin
      raise Bad;
   exception
      when Bad =>
         accept E do
            requeue P.F;
         end E;
   end T;
begin
   T.E;
end Requeue_In_Handler;
