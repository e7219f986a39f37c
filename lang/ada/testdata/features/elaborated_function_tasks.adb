-- errors
procedure Elaborated_Function_Tasks is
   N : Integer range 0 .. 9 := 0;
   task type W;
   task body W is
   begin
      N := N + 1;
   end W;
   function F return Integer is
   begin
      declare
         T : W;
      begin
         null;
      end;
      return N;
   end F;
   R : Integer := F;
begin
   pragma Assert (R = N and N = [[1||0]]);
end Elaborated_Function_Tasks;
