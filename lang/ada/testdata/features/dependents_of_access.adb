-- deadlock
procedure Dependents_Of_Access is
   task type Job is
      entry Go;
   end Job;
   type Job_Ref is access Job;
   task body Job is
   begin
      accept Go;
   end Job;
   J : Job_Ref := new Job;
begin
   [[J.Go||null]];
end Dependents_Of_Access;
