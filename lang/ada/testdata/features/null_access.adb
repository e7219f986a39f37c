-- errors
procedure Null_Access is
   task type Job is
      entry Go;
   end Job;
   type Job_Ref is access Job;
   task body Job is
   begin
      accept Go;
   end Job;
   J : Job_Ref;
begin
   [[J := new Job;||null;]]
   J.Go;
exception
   when Constraint_Error =>
      pragma Assert (False);
end Null_Access;
