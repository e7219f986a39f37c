-- deadlock
procedure Outer_Entry is
   task Outer is
      entry Sync;
   end Outer;
   task body Outer is
      task Inner is
         entry Go;
      end Inner;
      task body Inner is
      begin
         accept Go;
         Sync;
      end Inner;
   begin
      Inner.Go;
      [[accept Sync;||select accept Sync; or terminate; end select; accept Sync;]]
   end Outer;
begin
   null;
end Outer_Entry;
