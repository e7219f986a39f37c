-- deadlock
procedure Return_Terminate is
   function Run return Boolean is
      task T is
         entry Stop;
      end T;
      task body T is
      begin
         select
            accept Stop;
         or
            [[terminate||accept Stop]];
         end select;
      end T;
   begin
      return True;
   end Run;
begin
   pragma Assert (Run);
end Return_Terminate;
