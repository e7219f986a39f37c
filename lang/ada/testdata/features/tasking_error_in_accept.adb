-- errors
procedure Tasking_Error_In_Accept is
   task Gone is
      entry Ask;
   end Gone;
   task body Gone is
   begin
      null;
   end Gone;
   task Outer is
      entry Ask;
   end Outer;
   task body Outer is
   begin
      accept Ask do
         Gone.Ask;
      end Ask;
   exception
      when Tasking_Error => null;
   end Outer;
begin
   Outer.Ask;
   pragma Assert (False);
exception
   when [[Tasking_Error||Constraint_Error]] => null;
end Tasking_Error_In_Accept;
