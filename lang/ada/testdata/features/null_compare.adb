-- errors
procedure Null_Compare is
   task type Job;
   type Job_Ref is access Job;
   task body Job is
   begin
      null;
   end Job;
   J : Job_Ref;
begin
   pragma Assert (J = null);
   J := new Job;
   pragma Assert (J [[/=||=]] null);
end Null_Compare;
