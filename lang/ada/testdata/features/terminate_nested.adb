-- deadlock
procedure Terminate_Nested is
   task Outer is
      entry Go;
   end Outer;
   task body Outer is
      task Inner is
         entry Ask;
      end Inner;
      task body Inner is
      begin
         loop
            select
               accept Ask;
            or
               [[terminate||accept Ask]];
            end select;
         end loop;
      end Inner;
   begin
      Inner.Ask;
      select
         accept Go;
      or
         terminate;
      end select;
   end Outer;
begin
   null;
end Terminate_Nested;
