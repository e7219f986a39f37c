-- errors
procedure Bounds_Of_Family is
   type Small is range 0 .. 3;
begin
   declare
      task T is
         entry E (Small range 0 .. [[3||4]]);
      end T;
      task body T is
      begin
         select
            accept E (0);
         or
            terminate;
         end select;
      end T;
   begin
      null;
   end;
end Bounds_Of_Family;
