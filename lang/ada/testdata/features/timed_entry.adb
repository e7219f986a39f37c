-- deadlock
procedure Timed_Entry is
   protected Gate is
      entry Pass;
   private
      Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Open is
      begin
         null;
      end Pass;
   end Gate;
begin
   [[select
      Gate.Pass;
   or
      delay 0.1;
   end select;||Gate.Pass;]]
end Timed_Entry;
