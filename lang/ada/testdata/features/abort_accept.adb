-- deadlock
procedure Abort_Accept is
   task T is
      entry Never;
   end T;
   task body T is
   begin
      accept Never;
   end T;
begin
   [[abort T;||null;]]
end Abort_Accept;
