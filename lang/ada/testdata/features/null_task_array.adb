-- errors
procedure Null_Task_Array is
   type Ref is access Integer;
   subtype Small is Integer range 1 .. 3;
   R : array (Small) of Boolean := (2 => True, others => False);
   N : Small := 1;
   task T;
   task body T is
   begin
      while not R (N) loop
         N := N + 1;
      end loop;
      pragma Assert (N = [[2||3]]);
   end T;
begin
   null;
end Null_Task_Array;
