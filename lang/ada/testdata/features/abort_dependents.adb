-- deadlock
procedure Abort_Dependents is
   task Other is
      entry Never;
   end Other;
   task Outer is
      entry Begun;
   end Outer;
   task body Other is
   begin
      accept Never;
   end Other;
   task body Outer is
      task Inner is
         entry Never;
      end Inner;
      task body Inner is
      begin
         accept Never;
      end Inner;
   begin
      accept Begun;
   end Outer;
begin
   Outer.Begun;
   abort Other[[, Outer||]];
end Abort_Dependents;
