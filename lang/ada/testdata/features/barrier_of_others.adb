-- deadlock
procedure Barrier_Of_Others is
   Open : Boolean := False;
   pragma Atomic (Open);
   protected Gate is
      entry Pass;
      procedure Look;
   end Gate;
   protected body Gate is
      entry Pass when Open is
      begin
         null;
      end Pass;
      procedure Look is
      begin
         null;
      end Look;
   end Gate;
   task T;
   task body T is
   begin
      Gate.Pass;
   end T;
begin
   Open := True;
   [[Gate.Look||null]];  -- barriers are looked at behind a protected action
end Barrier_Of_Others;
