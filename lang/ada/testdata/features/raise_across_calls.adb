-- errors
procedure Raise_Across_Calls is
   Bad : exception;
   task Inner is
      entry Ask;
   end Inner;
   task Outer is
      entry Ask;
   end Outer;
   task body Inner is
   begin
      accept Ask do
         raise Bad;
      end Ask;
   exception
      when Bad => null;
   end Inner;
   task body Outer is
   begin
      accept Ask do
         Inner.Ask;
      end Ask;
      pragma Assert (False);
   exception
      when Bad => null;
   end Outer;
begin
   Outer.Ask;
   pragma Assert (False);
exception
   when [[Bad||Tasking_Error]] => null;
end Raise_Across_Calls;
