-- deadlock possible
with Ada.Calendar; use Ada.Calendar;

procedure P is
   subtype Short is Duration range -1.0 .. 5.0;

   task T is
      entry Go;
   end T;

   task body T is
      Year : Year_Number := 2000;
      Wait : Short := 0.0;
   begin
      Wait := -1.0;
      Wait := 5.0;
      Year := [[1901||1900]];
      accept Go;
   exception
      when Constraint_Error =>
         accept Go;
         accept Go;
   end T;
begin
   T.Go;
end P;
