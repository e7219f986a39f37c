-- errors
procedure Allocated is
   task type Job (Id : Integer) is
      entry Tell (N : out Integer);
   end Job;
   type Job_Ref is access Job;
   task body Job is
   begin
      accept Tell (N : out Integer) do
         N := Id;
      end Tell;
   end Job;
   A, B : Job_Ref;
   N : Integer range 0 .. 9;
begin
   A := new Job (3);
   B := new Job (4);
   A.Tell (N);
   pragma Assert (N = 3);
   B.Tell (N);
   pragma Assert (N = [[4||3]]);
end Allocated;
