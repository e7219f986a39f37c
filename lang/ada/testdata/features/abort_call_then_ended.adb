-- errors
procedure P is
   N : Boolean := False;
   pragma Volatile (N);
begin
   declare
      task T;

      task S is
         entry E;
      end S;

      task body S is
      begin
         while E'Count = 0 loop
            delay 0.001;
         end loop;
         [[abort T;||null;]]
      end S;

      task body T is
      begin
         S.E;
      exception
         when Tasking_Error => N := True;
      end T;
   begin
      null;
   end;
   pragma Assert (not N);
end P;
