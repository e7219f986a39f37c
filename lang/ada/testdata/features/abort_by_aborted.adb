-- errors
procedure P is
   Flag : Boolean := False;
   pragma Volatile (Flag);

   task B is
      entry E;
   end B;

   task A;

   task body B is
   begin
      accept E;
   end B;

   task body A is
   begin
      while not Flag loop
         null;
      end loop;
      abort B;
   end A;
begin
   [[B.E; abort A; Flag := True;||abort A; Flag := True; B.E;]]
end P;
