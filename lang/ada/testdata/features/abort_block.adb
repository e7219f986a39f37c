-- deadlock
procedure Abort_Block is
   task T;
   task body T is
   begin
      declare
         task Inner is
            entry Never;
         end Inner;
         task body Inner is
         begin
            accept Never;
         end Inner;
      begin
         delay 1.0;
      end;
   end T;
begin
   delay 0.1;
   [[abort T;||null;]]
end Abort_Block;
