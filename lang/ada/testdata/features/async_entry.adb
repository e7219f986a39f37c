-- deadlock possible
procedure Async_Entry is
   protected Signal is
      entry Wait;
      procedure Send;
   private
      Sent : Boolean := False;
   end Signal;
   protected body Signal is
      entry Wait when Sent is
      begin
         null;
      end Wait;
      procedure Send is
      begin
         Sent := [[True||False]];
      end Send;
   end Signal;
   task Sender;
   task body Sender is
   begin
      Signal.Send;
   end Sender;
   task Never is
      entry Come;
      entry Stop;
   end Never;
   task body Never is
   begin
      accept Stop;
   end Never;
begin
   select
      Signal.Wait;
      Never.Stop;
   then abort
      Never.Come;
   end select;
end Async_Entry;
