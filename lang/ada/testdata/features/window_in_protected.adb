-- deadlock possible
procedure Window_In_Protected is
   protected P is
      procedure Set;
      entry Get;
   private
      N     : Integer := 0;
      Ready : Boolean := False;
   end P;
   protected body P is
      procedure Set is
      begin
         N := N + [[1||50]];
         Ready := N = [[3||150]];
      end Set;
      entry Get when Ready is
      begin
         Ready := False;
      end Get;
   end P;
   task T;
   task body T is
   begin
      P.Set;
      P.Set;
      P.Set;
   end T;
begin
   P.Get;
end Window_In_Protected;
