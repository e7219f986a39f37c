-- errors
procedure Raise_In_Function is
   Bad : exception;
   N : Integer range 0 .. 9 := 0;
   function Get return Integer is
   begin
      if N = 0 then
         raise Bad;
      end if;
      return N;
   end Get;
   task T;
   task body T is
   begin
      N := [[1||0]];
      N := Get + 1;
      pragma Assert (N = 2);
   exception
      when Bad =>
         pragma Assert (N = 1);
   end T;
begin
   null;
end Raise_In_Function;
