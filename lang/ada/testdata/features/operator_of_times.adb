-- deadlock possible
with Ada.Calendar; use Ada.Calendar;

procedure P is
   task T is
      entry Go;
   end T;

   task body T is
      Next : Time := Clock;
   begin
      Next := Next + [[1.0||Duration'Last]];
      accept Go;
   exception
      when Time_Error =>
         accept Go;
         accept Go;
   end T;
begin
   T.Go;
end P;
