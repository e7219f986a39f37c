-- errors
procedure P is
   N : Boolean := False;

   task T;

   task S is
      entry E;
   end S;

   task body S is
      C : Boolean := False;
   begin
      while E'Count = 0 and then not T'Terminated loop
         delay 0.001;
      end loop;
      abort T;
      C := E'Count = 1;
      while not T'Terminated loop
         delay 0.001;
      end loop;
      pragma Assert (not [[(C and N)||C]]);
   end S;

   task body T is
   begin
      select
         S.E;
      or
         delay 0.1;
         N := True;
      end select;
   end T;
begin
   null;
end P;
