-- deadlock
procedure Requeue_In_Handlers_Of_Entry is
   Bad : exception;
   protected P is
      entry E;
      entry F;
   private
      Open : Boolean := [[True||False]];
   end P;
   protected body P is
      entry E when True is
      begin
         raise Bad;
      exception
         when Bad => requeue F;
      end E;
      entry F when Open is begin null; end F;
   end P;
begin
   P.E;
end Requeue_In_Handlers_Of_Entry;
