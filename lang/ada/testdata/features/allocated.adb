-- errors
procedure Allocated is
   subtype Small is Integer range 0 .. 9;
   task type Job (Id : Integer) is
      entry Tell (N : out Small);
   end Job;
   type Job_Ref is access Job;
   task body Job is
   begin
      accept Tell (N : out Small) do
         N := Id;
      end Tell;
   end Job;
   A, B : Job_Ref;
   N : Small;
begin
   A := new Job (3);
   B := new Job (4);
   A.Tell (N);
   pragma Assert (N = 3);
   B.Tell (N);
   pragma Assert (N = [[4||3]]);
end Allocated;
