--  Two tasks that call each other and wait for ever.
--! expect deadlock
--! expect no-runtime-errors
procedure Circular is
   task A is
      entry E;
   end A;

   task B is
      entry E;
   end B;

   task body A is
   begin
      B.E;
      accept E;
   end A;

   task body B is
   begin
      A.E;
      accept E;
   end B;
begin
   null;
end Circular;
