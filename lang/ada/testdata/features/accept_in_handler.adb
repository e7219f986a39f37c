-- errors
procedure Accept_In_Handler is
   Bad : exception;
   task T is
      entry E;
   end T;
   task body T is
   begin
      raise Bad;
   exception
      when Bad =>
         begin
            accept E do
               [[null||raise Bad]];
            end E;
         exception
            when Bad => null;
         end;
   end T;
begin
   T.E;
exception
   when Bad => pragma Assert (False);
end Accept_In_Handler;
