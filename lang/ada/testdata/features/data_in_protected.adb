-- deadlock possible
procedure Data_In_Protected is
   protected P is
      procedure Set (X : Float);
      entry Get;
   private
      Ready : Boolean := False;
   end P;
   protected body P is
      procedure Set (X : Float) is
      begin
         if [[True||X > 0.5]] then
            Ready := True;
         end if;
      end Set;
      entry Get when Ready is
      begin
         Ready := False;
      end Get;
   end P;
   task T;
   task body T is
   begin
      P.Set (0.75);
   end T;
begin
   P.Get;
end Data_In_Protected;
